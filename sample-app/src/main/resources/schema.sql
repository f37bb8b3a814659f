create table if not exists job_run (
  id bigint generated always as identity primary key,
  job varchar(100) not null,
  node varchar(255) not null,
  fencing_token bigint not null,
  started_at timestamp(6) not null,
  finished_at timestamp(6),
  outcome varchar(20) not null,
  items int not null,
  -- Finds the highest token. Part of the table, for H2 creates an index of its own twice
  -- when two instances start at once.
  unique (fencing_token, id)
);

create table if not exists invoice (
  id bigint generated always as identity primary key,
  state varchar(20) not null,
  due_at timestamp(6) not null
);

create table if not exists customer_order (
  id bigint generated always as identity primary key,
  customer varchar(100) not null,
  partition_name varchar(255) not null,
  state varchar(20) not null
);

create table if not exists web_session (
  id bigint generated always as identity primary key,
  expires_at timestamp(6) not null
);
