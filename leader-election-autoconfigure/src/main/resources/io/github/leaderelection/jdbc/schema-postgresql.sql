CREATE TABLE leader_election_fencing (
  resource VARCHAR(255) NOT NULL PRIMARY KEY,
  token BIGINT NOT NULL,
  counter BIGINT NOT NULL,
  updated_at TIMESTAMP WITH TIME ZONE NOT NULL
);
