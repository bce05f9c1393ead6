def test_the_probe_answers_without_a_database(client):
    assert client.get("/healthz").content == b"ok\n"
