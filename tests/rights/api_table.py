"""The rows of tests/rights/table.py for `/api/v1/`. Data only.

`anyone`: requests without a token, with any cookies. Then programs with a token of the match's club, by scope.
"""

API = """
name                                     how  anyone read score organise

# Read by everybody.
api-v1:rule-books                        GET  all 200
api-v1:score                             POST all 200

# A club.
api-v1:clubs                             GET  401  200  200  200
api-v1:clubs/<code>                      GET  .    200  200  200
api-v1:clubs/<code>@public               GET  all 200
api-v1:clubs/<code>/players              GET  .    200  200  200
api-v1:clubs/<code>/players@public       GET  all 200
api-v1:clubs/<code>/season               GET  .    200  200  200
api-v1:clubs/<code>/season@public        GET  all 200
api-v1:clubs/<code>/tables               GET  .    200  200  200
api-v1:clubs/<code>/tables@public        GET  all 200
api-v1:clubs/<code>/house-rules          GET  401  200  200  200

# A match.
api-v1:matches                           GET  401  200  200  200
api-v1:matches                           POST 401  403  201  201
api-v1:matches/<code>                    GET  .    200  200  200
api-v1:matches/<code>@public             GET  all 200
api-v1:matches/<code>/events             GET  .    200  200  200
api-v1:matches/<code>/events@public      GET  all 200
api-v1:matches/<code>/stream             GET  .    200  200  200
api-v1:matches/<code>/stream@public      GET  all 200
api-v1:matches/<code>/entries            POST 401  403  200  200
api-v1:matches/<code>/entries/<seq>      PUT  401  403  200  200
api-v1:matches/<code>/entries/<seq>/void POST 401  403  200  200
api-v1:matches/<code>/insertions         POST 401  403  200  200
api-v1:matches/<code>/undo               POST 401  403  200  200
api-v1:matches/<code>/redo               POST 401  403  422  422
api-v1:matches/<code>/close              POST 401  403  200  200
api-v1:matches/<code>/reopen             POST 401  403  422  422

# A tournament.
api-v1:tournaments                       GET  .    200  200  200
api-v1:tournaments@public                GET  all 200
api-v1:tournaments/<code>                GET  .    200  200  200
api-v1:tournaments/<code>@public         GET  all 200
api-v1:tournaments/<code>/players        GET  .    200  200  200
api-v1:tournaments/<code>/players@public GET  all 200
api-v1:tournaments/<code>/players        POST 401  403  403  201
api-v1:tournaments/<code>/players/<number>/check-in PUT 401 403 403 204
api-v1:tournaments/<code>/rounds         GET  .    200  200  200
api-v1:tournaments/<code>/rounds@public  GET  all 200
api-v1:tournaments/<code>/rounds/next    GET  .    200  200  200
api-v1:tournaments/<code>/rounds/next@public GET all 200
api-v1:tournaments/<code>/rounds/<number>/tables/<table>/result POST 401 403 403 200
api-v1:tournaments/<code>/rounds/<number>/tables/<table>/confirm POST 401 403 403 204
api-v1:tournaments/<code>/standings      GET  .    200  200  200
api-v1:tournaments/<code>/standings@public GET all 200
"""
