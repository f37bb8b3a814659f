-- Names are compared as they are: with another collation some that differ would share a row.
-- Who leads: changed by takes alone. A lease without its reign would be nobody's.
CREATE TABLE IF NOT EXISTS leader_election_reign (
  cluster_name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  group_name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  holder VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  incarnation BIGINT NOT NULL,
  attempt BIGINT NOT NULL,
  url VARCHAR(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  token BIGINT NOT NULL,
  PRIMARY KEY (cluster_name, group_name)
) ENGINE = InnoDB;
-- For how long: changed by every write.
CREATE TABLE IF NOT EXISTS leader_election_lease (
  cluster_name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  group_name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  version VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  duration_nanos BIGINT NOT NULL,
  is_free BOOLEAN NOT NULL,
  preferred VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  preferred_nanos BIGINT NOT NULL,
  PRIMARY KEY (cluster_name, group_name),
  FOREIGN KEY (cluster_name, group_name) REFERENCES leader_election_reign (cluster_name, group_name) ON DELETE CASCADE
) ENGINE = InnoDB;
