"""Two servers on one database send each notification once."""

import threading

import pytest
from django.db import connection
from django_tasks_db.models import DBTaskResult

from delivery.worker import run_ready
from notifications.models import Notice
from tests.notifications.cast import NotifiedPhone, player_page
from tests.notifications.test_planned_start import plan
from tests.tournaments.table_cast import Hall


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_servers_on_postgresql_announce_a_start_once(service):
    hall = Hall(public=True)
    NotifiedPhone(service).subscribe(player_page(hall.tournament))
    plan(hall, 5)
    begin = threading.Barrier(2)

    def serve():
        try:
            begin.wait(20)
            run_ready("notifications")
        finally:
            connection.close()

    servers = [threading.Thread(target=serve) for _server in range(2)]
    for server in servers:
        server.start()
    for server in servers:
        server.join(30)
    run_ready("notifications")
    assert (len(service.messages), Notice.objects.count(), DBTaskResult.objects.count()) == (1, 1, 0)
