-- Who leads: changed by takes alone. A lease without its reign would be nobody's.
CREATE TABLE IF NOT EXISTS leader_election_reign (
  cluster_name VARCHAR(255) NOT NULL,
  group_name VARCHAR(255) NOT NULL,
  holder VARCHAR(255),
  incarnation BIGINT NOT NULL,
  attempt BIGINT NOT NULL,
  url VARCHAR(2048),
  token BIGINT NOT NULL,
  PRIMARY KEY (cluster_name, group_name)
);
-- For how long: changed by every write.
CREATE TABLE IF NOT EXISTS leader_election_lease (
  cluster_name VARCHAR(255) NOT NULL,
  group_name VARCHAR(255) NOT NULL,
  version VARCHAR(64) NOT NULL,
  duration_nanos BIGINT NOT NULL,
  is_free BOOLEAN NOT NULL,
  preferred VARCHAR(255),
  preferred_nanos BIGINT NOT NULL,
  PRIMARY KEY (cluster_name, group_name),
  FOREIGN KEY (cluster_name, group_name) REFERENCES leader_election_reign (cluster_name, group_name) ON DELETE CASCADE
);
