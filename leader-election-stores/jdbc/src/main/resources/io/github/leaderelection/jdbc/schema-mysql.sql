-- Names are compared as they are: with another collation some that differ would share a row.
CREATE TABLE IF NOT EXISTS leader_election_fencing (
  resource VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
  token BIGINT NOT NULL,
  counter BIGINT NOT NULL,
  updated_at DATETIME(6) NOT NULL
) ENGINE = InnoDB;
