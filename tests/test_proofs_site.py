"""Where a site of the proofs has its secret key."""

from proofs.site import Site


def test_a_site_has_a_key_of_its_own_and_never_that_of_who_runs_the_proofs(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "of-who-runs-the-proofs")
    one, other = (Site(tmp_path / name).environment["SECRET_KEY"] for name in ("one", "other"))
    assert "of-who-runs-the-proofs" not in (one, other)
    assert one != other


def test_a_site_that_keeps_its_key_finds_none_in_its_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "of-who-runs-the-proofs")
    monkeypatch.setenv("SECRET_KEY_FALLBACKS", "of-before")
    told = Site(tmp_path / "site", keeps_key=True).environment
    assert {name for name in told if name.startswith("SECRET_KEY")} == set()
    assert told["DATA_DIR"] == str(tmp_path / "site")
