package io.github.leaderelection.probe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.PartitionedWork;
import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.StaleTokenException;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes the next row of each owned partition, fenced by the token of the ownership. It
 * reads the last row once in an ownership and counts on from there, so an owner that a
 * guard did not refuse would write the rows of its successor once more. Not final: it is
 * proxied.
 */
class PartitionedWriter {

	private final FencingGuard guard;

	private final JdbcTemplate database;

	private final TransactionTemplate transaction;

	private final Map<String, Position> positions = new ConcurrentHashMap<>();

	PartitionedWriter(FencingGuard guard, JdbcTemplate database, PlatformTransactionManager transactions) {
		this.guard = guard;
		this.database = database;
		this.transaction = new TransactionTemplate(transactions);
	}

	@Scheduled(fixedDelay = 10)
	@PartitionedWork(ProbeNames.ASSIGNMENT)
	void write(AssignedPartition partition) {
		Position last = this.positions.remove(partition.name());
		LeaderSequenceNumber token = partition.token();
		try {
			this.positions.put(partition.name(), this.transaction.execute((status) -> {
				this.guard.check(ProbeNames.ASSIGNMENT + "/" + partition.name(), token);
				long step = ((last != null && last.token().equals(token)) ? last.step() : read(partition.name())) + 1;
				this.database.update("insert into partition_step (part, step, token, counter) values (?, ?, ?, ?)",
						partition.name(), step, token.fencingToken(), token.counter());
				return new Position(token, step);
			}));
		}
		catch (StaleTokenException ex) {
			this.database.update("insert into partition_refusal (part, token, counter) values (?, ?, ?)",
					partition.name(), token.fencingToken(), token.counter());
		}
	}

	private long read(String partition) {
		Long step = this.database.queryForObject("select max(step) from partition_step where part = ?", Long.class,
				partition);
		return (step != null) ? step : 0;
	}

	/**
	 * How far an ownership has come.
	 *
	 * @param token the token of the ownership
	 * @param step the last step written under it
	 */
	private record Position(LeaderSequenceNumber token, long step) {
	}

}
