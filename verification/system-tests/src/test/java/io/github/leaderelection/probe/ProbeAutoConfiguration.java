package io.github.leaderelection.probe;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.fencing.FencingGuard;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Puts the probe into the application that has it on its class path.
 */
@AutoConfiguration
@ConditionalOnProperty(ProbeNames.DIRECTORY)
public final class ProbeAutoConfiguration {

	@Bean
	ProbeFiles probeFiles(@Value("${" + ProbeNames.DIRECTORY + "}") Path directory) {
		return ProbeFiles.create(directory);
	}

	@Bean
	GatedWork probeWork(LeaderElector elector, ProbeFiles files,
			@Value("${" + ProbeNames.WORK_LASTS + ":0s}") Duration lasts) {
		return new GatedWork(elector, files, lasts);
	}

	@Bean(initMethod = "begin")
	@ConditionalOnProperty(ProbeNames.REGISTER_EVERY)
	RegisterWriter probeRegister(LeaderElector elector, DataSource database,
			@Value("${" + ProbeNames.REGISTER_EVERY + "}") Duration every) {
		return new RegisterWriter(elector, database, every);
	}

	@Bean(initMethod = "begin")
	@ConditionalOnProperty(ProbeNames.FENCED_WRITES)
	FencedWriter probeFencedWriter(LeaderElector elector, FencingGuard guard, JdbcTemplate database,
			PlatformTransactionManager transactions, ProbeFiles files,
			@Value("${" + ProbeNames.FENCED_WRITES + "}") Path directory) {
		return new FencedWriter(elector, new FencedLedger(guard, database, transactions), files, directory);
	}

	@Bean(initMethod = "begin")
	Probe probe(LeaderElector elector, LeaderElectorRegistry electors, GatedWork work, ProbeFiles files,
			@Value("${" + ProbeNames.DIRECTORY + "}") Path directory,
			@Value("${" + ProbeNames.OTHER_GROUPS + ":false}") boolean otherGroups) {
		List<GroupSamples> groups = new ArrayList<>(List.of(new GroupSamples(elector, files)));
		electors.groups()
			.stream()
			.map(electors::elector)
			.filter((other) -> otherGroups && other != elector)
			.forEach((other) -> groups
				.add(new GroupSamples(other, ProbeFiles.create(directory.resolve(other.group())))));
		return new Probe(List.copyOf(groups), work, files);
	}

}
