"""The API for programs: tokens, `/api/v1/`, and the guide at `/api/`. It may import all apps whose data it shows."""
