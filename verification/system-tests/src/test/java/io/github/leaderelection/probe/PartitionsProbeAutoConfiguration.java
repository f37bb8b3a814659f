package io.github.leaderelection.probe;

import java.nio.file.Path;

import io.github.leaderelection.assignments.AssignedPartitions;
import io.github.leaderelection.fencing.FencingGuard;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Probes the partitions of an assignment in a process that was told to.
 */
@AutoConfiguration
@ConditionalOnProperty(ProbeNames.PARTITIONS)
public final class PartitionsProbeAutoConfiguration {

	@Bean(initMethod = "begin")
	PartitionsProbe partitionsProbe(@Qualifier(ProbeNames.ASSIGNMENT) AssignedPartitions partitions,
			@Value("${" + ProbeNames.PARTITIONS + "}") int count,
			@Value("${" + ProbeNames.BUSY_THREADS + ":0}") int busyThreads,
			@Value("${" + ProbeNames.DIRECTORY + "}") Path directory) {
		return new PartitionsProbe(partitions, count, busyThreads, directory);
	}

	@Bean
	PartitionedWriter partitionedWriter(FencingGuard guard, JdbcTemplate database,
			PlatformTransactionManager transactions) {
		return new PartitionedWriter(guard, database, transactions);
	}

}
