package io.github.leaderelection.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.github.leaderelection.LeaderElector;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.jms.config.JmsListenerEndpointRegistry;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.test.EmbeddedKafkaBroker;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each message is handled once, by the leader, though leadership moves. A further kind of
 * broker is one more test.
 */
class FollowingContainersIT {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final int BATCH = 10;

	private final List<ConfigurableApplicationContext> instances = new ArrayList<>();

	@BeforeEach
	void forget() {
		Handled.MESSAGES.clear();
		Handled.WITHOUT_LEADING.clear();
	}

	@AfterEach
	void close() {
		this.instances.forEach(ConfigurableApplicationContext::close);
	}

	@Test
	void containersOfJms() throws Exception {
		EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
		broker.setConfiguration(new ConfigurationImpl().setPersistenceEnabled(false)
			.setSecurityEnabled(false)
			.addAcceptorConfiguration("memory", "vm://0"));
		broker.start();
		try {
			start(JmsApplication.class, "spring.artemis.mode=native", "spring.artemis.broker-url=vm://0");
			everyMessageIsHandledOnce(
					(instance) -> instance.getBean(JmsListenerEndpointRegistry.class).getListenerContainer("orders"),
					(instance, message) -> instance.getBean(JmsTemplate.class).convertAndSend("orders", message));
		}
		finally {
			close();
			broker.stop();
		}
	}

	@Test
	void containersOfKafka() {
		EmbeddedKafkaBroker broker = new EmbeddedKafkaKraftBroker(1, 1, "orders");
		broker.afterPropertiesSet();
		try {
			start(KafkaApplication.class, "spring.artemis.mode=native",
					"spring.kafka.bootstrap-servers=" + broker.getBrokersAsString(),
					"spring.kafka.consumer.auto-offset-reset=earliest");
			everyMessageIsHandledOnce(
					(instance) -> instance.getBean(KafkaListenerEndpointRegistry.class).getListenerContainer("orders"),
					(instance, message) -> send(instance, message));
		}
		finally {
			close();
			broker.destroy();
		}
	}

	@SuppressWarnings("unchecked")
	private static void send(ConfigurableApplicationContext instance, String message) {
		((KafkaTemplate<Object, Object>) instance.getBean(KafkaTemplate.class)).send("orders", message).join();
	}

	private void start(Class<?> application, String... properties) {
		for (String node : List.of("a", "b", "c")) {
			this.instances.add(new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
				.registerShutdownHook(false)
				.properties(properties)
				.properties("spring.main.banner-mode=off", "leader-election.node-id=" + node,
						"spring.datasource.url=jdbc:h2:mem:" + application.getSimpleName() + ";DB_CLOSE_DELAY=-1",
						"leader-election.store=jdbc", "leader-election.lease-duration=1m",
						"leader-election.retry-interval=100ms", "leader-election.follow.default=orders")
				.run());
		}
	}

	private void everyMessageIsHandledOnce(Function<ConfigurableApplicationContext, Lifecycle> container,
			BiConsumer<ConfigurableApplicationContext, String> sender) {
		ConfigurableApplicationContext first = awaitLeader(container);
		assertThat(this.instances).filteredOn((instance) -> container.apply(instance).isRunning())
			.containsExactly(first);
		send(0, sender);
		awaitHandled(BATCH);

		elector(first).resign();
		send(BATCH, sender);
		awaitHandled(2 * BATCH);

		ConfigurableApplicationContext second = awaitLeader(container);
		send(2 * BATCH, sender);
		second.close();
		this.instances.remove(second);
		awaitLeader(container);
		awaitHandled(3 * BATCH);
		assertThat(Handled.WITHOUT_LEADING).isEmpty();
	}

	private void send(int from, BiConsumer<ConfigurableApplicationContext, String> sender) {
		IntStream.range(from, from + BATCH)
			.forEach((number) -> sender.accept(this.instances.get(number % this.instances.size()), "order " + number));
	}

	private static void awaitHandled(int count) {
		Awaitility.await().atMost(PATIENCE).until(() -> Handled.MESSAGES.size() >= count);
		assertThat(Handled.MESSAGES).containsExactlyInAnyOrderElementsOf(
				IntStream.range(0, count).mapToObj((number) -> "order " + number).toList());
	}

	private ConfigurableApplicationContext awaitLeader(Function<ConfigurableApplicationContext, Lifecycle> container) {
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> this.instances.stream()
				.anyMatch((instance) -> elector(instance).isLeader() && container.apply(instance).isRunning()));
		return this.instances.stream().filter((instance) -> elector(instance).isLeader()).findFirst().orElseThrow();
	}

	private static LeaderElector elector(ConfigurableApplicationContext instance) {
		return instance.getBean("leaderElector", LeaderElector.class);
	}

}
