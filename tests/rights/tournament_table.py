"""The rows of tests/rights/table.py for tournaments, with the same columns. Data only."""

TOURNAMENTS = """
# name                     how  anon view join mine gone old  acct memb seat scor ref  org  own  away site shut

# Tournaments: the draw and the rounds.
tournaments:draw           GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:draw@public    GET  all 200
tournaments:draw_stage     POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:rounds         GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:rounds@public  GET  all 200
tournaments:round          GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:round@public   GET  all 200
tournaments:why            GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:why@public     GET  all 200
tournaments:round_next     POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:round_publish  POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:round_hide     POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:round_lock     POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:round_drop     POST .    .    .    .    .    .    .    .    .    .    .    422  422  .    422  .
tournaments:round_swap     POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:late           GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:late           POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .

# Tournaments: tables.
tournaments:table_card     GET  all 200
tournaments:table_card     POST all 303
tournaments:table_card@unknown GET  all 404
tournaments:table_card@unknown POST all 404
tournaments:typed          GET  all 200
tournaments:typed          POST all 303
tournaments:typed_code     GET  all 303
tournaments:typed_code     POST all 303
tournaments:typed@wrong    POST all 422
tournaments:tables         GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:tables@public  GET  all 200
tournaments:table          GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:table@public   GET  all 200
tournaments:clock          GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:clock@public   GET  all 200
tournaments:penalties      GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:penalties@public GET  all 200
tournaments:table_open     POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:round_results  GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:round_results  POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:result         GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:result         POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:confirm        POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:dispute        GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:dispute        POST .    .    .    .    .    .    .    .    .    .    422  422  422  .    422  .
tournaments:result_correct GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:result_correct POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:call           GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:call           POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:answer         POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:substitute     GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:substitute     POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:reseat         GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:reseat         POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:table_exchange GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:table_exchange POST .    .    .    .    .    .    .    .    .    .    422  422  422  .    422  .
tournaments:close          POST .    .    .    .    .    .    .    .    .    .    422  422  422  .    422  .
tournaments:reopen         POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:clock          POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:clock@plan     POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:clock@unplan   POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:penalties      POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:penalty_cancel GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:penalty_cancel POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .

# Tournaments: files.
tournaments:files          GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:files@public   GET  all 200
tournaments:file_seating   GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:file_seating@public GET  all 200
tournaments:ics            GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:ics@public     GET  all 200
tournaments:file_csv       GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:file_csv@public GET  all 200
tournaments:file_tsv       GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:file_tsv@public GET  all 200
tournaments:file_xlsx      GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:file_xlsx@public GET  all 200
tournaments:file_json      GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:file_json@public GET  all 200
tournaments:print          GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:print@public   GET  all 200
tournaments:file_csv@entrants GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:file_xlsx@penalties GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:file_json@association GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:print@cards    GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:print@players  GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:print@blank    GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:print@filled   GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:print@certificates GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:print@penalties GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:print@names    GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:print@tables   GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:print@check    GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:file_archive   GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:import         GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:import         POST .    .    .    .    .    .    .    .    .    .    .    422  422  .    422  .

# Tournaments: entries. Founding, who enters, who has come.
tournaments:list           GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:list@public    GET  all 200
tournaments:new            GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:new            POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:settings       GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:settings       POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:archive        POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:rules          GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:rules          POST .    .    .    .    .    .    .    .    .    .    .    422  422  .    422  .
tournaments:scoring        GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:scoring        POST .    .    .    .    .    .    .    .    .    .    .    422  422  .    422  .
tournaments:stages         GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:stage_add      GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:stage_add      POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:stage          GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:stage          POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:stage_remove   POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:entries        GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:entries_add    GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:entries_add    POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:entry_edit      GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:entry_edit      POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:entry_move     POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:checkin_absent POST .    .    .    .    .    .    .    .    .    .    .    422  422  .    422  .
tournaments:cards          GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:cards_renew    POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:apart          GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:apart_pair     POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:apart_groups   POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:team           POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:checkin        GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:checkin_one    POST .    .    .    .    .    .    .    .    .    .    303  303  303  .    303  .
tournaments:enter          GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:enter@public   GET  all 200
tournaments:enter          POST .    .    .    .    .    .    .    422  422  422  422  422  422  .    422  .
tournaments:enter@public   POST all 422
tournaments:own            GET  all 200
tournaments:own            POST all 303
tournaments:own@unknown    GET  all 404
tournaments:own@unknown    POST all 404

# Tournaments: screens. The desk is for those who judge; all else for members, and of a public one for everybody.
tournaments:desk           GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
tournaments:finish         POST .    .    .    .    .    .    .    .    .    .    .    422  422  .    422  .
tournaments:resume         POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:tournament     GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:standings      GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:screen         GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:met            GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:player         GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:tournament@public GET  all 200
tournaments:standings@public GET  all 200
tournaments:screen@public  GET  all 200
tournaments:met@public     GET  all 200
tournaments:player@public  GET  all 200

# Notifications: of a player for everybody who may see the player's page, of the desk for those who may see it.
notifications:notify_player GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
notifications:notify_player@public GET  all 200
notifications:notify_player POST .    .    .    .    .    .    .    422  422  422  422  422  422  .    422  .
notifications:notify_player@public POST all 422
notifications:notify_table GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
notifications:notify_table@public GET  all 200
notifications:notify_desk  GET  .    .    .    .    .    .    .    .    .    .    200  200  200  .    200  .
notifications:notify_desk  POST .    .    .    .    .    .    .    .    .    .    422  422  422  .    422  .

# Tournaments: stages, teams and series. What counts is the organisers' matter; a series is read as its tournaments are.
tournaments:counting       GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:counting       POST .    .    .    .    .    .    .    .    .    .    .    422  422  .    422  .
tournaments:lots           GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:lots           POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:team_standings GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:team_standings@public GET  all 200
tournaments:series_list    GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:series_list@public GET  all 200
tournaments:series         GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:series@public  GET  all 200
tournaments:series_csv     GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:series_csv@public GET  all 200
tournaments:series_json    GET  .    .    .    .    .    .    .    200  200  200  200  200  200  .    200  .
tournaments:series_json@public GET  all 200
tournaments:series_new     GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:series_new     POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:series_settings GET  .    .    .    .    .    .    .    .    .    .    .    200  200  .    200  .
tournaments:series_settings POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
tournaments:series_events  POST .    .    .    .    .    .    .    .    .    .    .    303  303  .    303  .
"""
