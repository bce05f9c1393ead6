"""Middleware for the account of a request, which is looked up only if a view needs it."""

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject

from people.accounts.sessions import Requester, requester_of, save_visit


class AccountMiddleware(AuthenticationMiddleware):
    """Sets `request.user` to the account that is signed in, and saves the time of its visit."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)

        def look_up() -> Requester:
            vars(request)["account"] = user = requester_of(request)
            return user

        request.user = SimpleLazyObject(look_up)  # type: ignore[assignment]

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        # After the view, when no transaction is open.
        save_visit(getattr(request, "account", None))
        return response
