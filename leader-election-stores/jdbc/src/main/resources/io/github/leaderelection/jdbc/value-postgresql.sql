-- What outlives leaders: read and written only where metadata are used.
CREATE TABLE IF NOT EXISTS leader_election_value (
  cluster_name VARCHAR(255) NOT NULL,
  group_name VARCHAR(255) NOT NULL,
  version VARCHAR(64) NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (cluster_name, group_name)
);
