"""A person with an account, on their own phone."""

from people.models import Audit, User
from people.web.codes import new_key
from tests.matches.cast import Phone

PASSWORD = "four quiet tiles"


class Person(Phone):
    """A phone whose user has an account and can sign up, in and out."""

    def __init__(self, username="ann", password=PASSWORD, agent="", address="127.0.0.1"):
        super().__init__()
        self.username, self.password = username, password
        self.client.defaults |= {"HTTP_USER_AGENT": agent, "REMOTE_ADDR": address}

    @property
    def account(self):
        """The account, read from the database now."""
        return User.objects.get(username=self.username)

    @property
    def session(self):
        """The data of this browser's session."""
        return dict(self.client.session)

    @property
    def session_id(self):
        return self.client.cookies["sid"].value

    def sign_up(self, status=303, **fields):
        """Sign up. The page is only opened if there are more fields than the username and the password."""
        return self._enter("/account/new/", bool(fields), status, fields)

    def sign_in(self, status=303, where="", **fields):
        """Sign in. The page is only opened if its URL has a query string (`where`)."""
        return self._enter(f"/account/in/{where}", bool(where), status, fields)

    def _enter(self, path, opened, status, fields):
        told = {"username": self.username, "password": self.password, **fields}
        if opened:
            return self.send(self.get(path).form(path.partition("?")[0]), status=status, **told)
        return self.post(path, {"key": new_key(), "next": "/", **told}, status=status)

    def sign_out(self):
        return self.send(self.get("/account/").form("/account/out/"), status=303)

    @property
    def is_in(self):
        """Whether the account's page opens."""
        return self.get("/account/", status=None).status == 200


def agent(browser="Firefox/128.0", system="Android 14"):
    return f"Mozilla/5.0 ({system}; Mobile) Gecko/128.0 {browser}"


def done():
    """The rows of the audit log, oldest first: (what, who, about whom, refused)."""
    rows = Audit.objects.order_by("pk")
    return [(row.what, row.user and row.user.username, row.about, row.refused) for row in rows]
