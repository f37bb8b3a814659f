package io.github.leaderelection.compatibility;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.fencing.NodeFence;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three instances that know each other by a database alone fence a former leader whose
 * work runs on, and nobody else.
 */
class NodeFencingWithStoreIT {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

	private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

	private final Seen seen = new Seen();

	@AfterEach
	void stop() {
		this.contexts.forEach(ConfigurableApplicationContext::close);
	}

	@Test
	void nobodyIsFencedWhoGivesUpAndNobodyIsGrantedWhileWorkRuns() throws Exception {
		for (int i = 0; i < 3; i++) {
			start(i);
		}
		elector(awaitLeader(1)).resign().toCompletableFuture().get();
		awaitLeader(2).close();
		ConfigurableApplicationContext former = awaitLeader(3);
		assertThat(this.seen.fenced).isEmpty();

		LeaderWork work = elector(former).beginWork();
		assertThat(work).isNotNull();
		elector(former).resign().toCompletableFuture().get();
		Awaitility.await().atMost(PATIENCE).until(() -> !this.seen.fenced.isEmpty());
		assertThat(this.seen.fenced).allMatch((each) -> each.fencingToken() == work.leadership().fencingToken());
		assertThat(this.seen.fenced.get(0).member()).isEqualTo(NodeId.of(id(former)));
		assertThat(this.seen.granted).hasSize(3);
		work.close();
		awaitLeader(4);
		assertThat(this.seen.granted).isSorted();
	}

	private ConfigurableApplicationContext awaitLeader(int grants) {
		return Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> this.contexts.stream()
				.filter((each) -> each.isActive() && elector(each).isLeader() && this.seen.granted.size() == grants)
				.findFirst(), Optional::isPresent)
			.orElseThrow();
	}

	private static LeaderElector elector(ConfigurableApplicationContext context) {
		return context.getBean(LeaderElector.class);
	}

	private static String id(ConfigurableApplicationContext context) {
		return context.getEnvironment().getRequiredProperty("leader-election.node-id");
	}

	private void start(int number) {
		this.contexts.add(new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.initializers((context) -> context.getBeanFactory().registerSingleton("seen", this.seen))
			.run("--spring.datasource.url=" + this.database, "--leader-election.store=jdbc",
					"--leader-election.node-id=app-" + number, "--leader-election.lease-duration=1s",
					"--leader-election.drain-timeout=10ms"));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

	/**
	 * Records what all instances do; as a fence it confirms nothing.
	 */
	static class Seen implements NodeFence {

		private final List<Target> fenced = new CopyOnWriteArrayList<>();

		private final List<Long> granted = new CopyOnWriteArrayList<>();

		@Override
		public Outcome fence(Target target) {
			this.fenced.add(target);
			return Outcome.UNKNOWN;
		}

		@EventListener
		void granted(LeadershipGrantedEvent event) {
			this.granted.add(event.fencingToken());
		}

	}

}
