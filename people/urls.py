"""URLs of accounts and clubs. Pages that show matches, or change the names in matches, are in clubs.urls."""

from django.urls import path, re_path

import people.web.converters  # noqa: F401
from people.views import accounts, clubs, guests, nights, second_factors, second_step, sign_ups

app_name = "people"

urlpatterns = [
    path("account/", accounts.account, name="account"),
    path("account/new/", accounts.sign_up, name="sign_up"),
    path("account/in/", accounts.sign_in, name="sign_in"),
    path("account/in/code/", second_step.second_step, name="second_step"),
    path("account/in/passkey/", second_step.passkey_sign_in, name="passkey_sign_in"),
    path("account/in/challenge/", second_step.challenge, name="passkey_challenge"),
    path("account/out/", accounts.sign_out, name="sign_out"),
    path("account/password/", accounts.password, name="password"),
    path("account/security/", second_factors.security, name="security"),
    path("account/security/change/", second_factors.change, name="security_change"),
    path("account/security/passkey/", second_factors.add_passkey, name="passkey_add"),
    path("account/security/app/", second_factors.add_authenticator, name="authenticator_add"),
    path("account/sessions/", accounts.signed_in, name="signed_in"),
    path("account/sessions/end/", accounts.end_sessions, name="end_sessions"),
    # One letter before the token, so that the log redacts the URL.
    re_path(
        "^p/(?P<pk>[0-9]{1,15})-(?P<token>[a-z0-9]{1,13}-[a-z0-9]{1,64})$", accounts.set_password, name="set_password"
    ),
    path("c/", clubs.listed, name="clubs"),
    path("c/new/", clubs.create, name="club_new"),
    path("c/join/<str:token>", clubs.join, name="club_join"),
    path("c/<code:code>/settings/", clubs.settings, name="club_settings"),
    path("c/<code:code>/members/", clubs.members, name="club_members"),
    path("c/<code:code>/members/<id:user>/role/", clubs.role, name="member_role"),
    path("c/<code:code>/members/<id:user>/remove/", clubs.remove, name="member_remove"),
    path("c/<code:code>/links/", clubs.links, name="club_links"),
    path("c/<code:code>/players/", clubs.players, name="roster"),
    path("c/<code:code>/players/add/", clubs.add_players, name="roster_add"),
    path("c/<code:code>/nights/", nights.listed, name="nights"),
    path("c/<code:code>/nights/add/", nights.add, name="nights_add"),
    path("c/<code:code>/nights/<id:number>/", sign_ups.night, name="night"),
    path("c/<code:code>/nights/<id:number>/night.ics", sign_ups.calendar, name="night_ics"),
    path("c/<code:code>/nights/<id:number>/come/", sign_ups.come, name="night_come"),
    path("c/<code:code>/nights/<id:number>/people/", sign_ups.add, name="night_add"),
    path("c/<code:code>/nights/<id:number>/people/<id:sign_up>/remove/", sign_ups.remove, name="night_remove"),
    path("c/<code:code>/nights/<id:number>/guests/", sign_ups.guests, name="night_guests"),
    path("c/<code:code>/nights/<id:number>/change/", nights.change, name="night_change"),
    path("c/<code:code>/nights/<id:number>/cancel/", nights.cancel, name="night_cancel"),
    # One letter before the token, so that the log redacts the URL.
    path("n/<str:token>", guests.sign_up, name="night_guest"),
    path("g/", guests.withdrawn, name="guest_withdrawn"),
    path("g/<str:token>", guests.own, name="guest"),
    path("g/<str:token>/night.ics", guests.calendar, name="guest_ics"),
    path("c/<code:code>/nights/link/", nights.rotate, name="nights_rotate"),
    path("c/<code:code>/nights.ics", nights.calendar, name="nights_ics"),
    path("c/<code:code>/nights/<code:key>.ics", nights.calendar, name="nights_key"),
]
