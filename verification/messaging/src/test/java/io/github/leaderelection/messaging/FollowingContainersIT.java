package io.github.leaderelection.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.assignments.AssignedPartitions;
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
 * Each message is handled once, by the leader or the owner of the partition, though these
 * move. A further kind of broker is one more test.
 */
class FollowingContainersIT {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final int BATCH = 10;

	private static final Held LEADING = new Held(WebApplicationType.NONE,
			new String[] { "leader-election.lease-duration=1m", "leader-election.follow.default=orders" },
			(instance) -> elector(instance).isLeader(), (instance) -> elector(instance).resign());

	/** Instances ask the leader over HTTP. */
	private static final Held OWNING = new Held(WebApplicationType.SERVLET,
			new String[] { "server.port=0", "leader-election.lease-duration=5s",
					"leader-election.assignments.orders.partitions=1",
					"leader-election.assignments.orders.follow.p0=orders" },
			(instance) -> partitions(instance).owns("p0"), (instance) -> partitions(instance).release("p0"));

	private final List<ConfigurableApplicationContext> instances = new ArrayList<>();

	@BeforeEach
	void forget() {
		Handled.MESSAGES.clear();
		Handled.ELSEWHERE.clear();
	}

	@AfterEach
	void close() {
		this.instances.forEach(ConfigurableApplicationContext::close);
	}

	@Test
	void containersOfJms() throws Exception {
		withJms(JmsApplication.class, LEADING);
	}

	@Test
	void containersOfAPartition() throws Exception {
		withJms(PartitionedApplication.class, OWNING);
	}

	private void withJms(Class<?> application, Held held) throws Exception {
		EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
		broker.setConfiguration(new ConfigurationImpl().setPersistenceEnabled(false)
			.setSecurityEnabled(false)
			.addAcceptorConfiguration("memory", "vm://0"));
		broker.start();
		try {
			start(application, held, "spring.artemis.mode=native", "spring.artemis.broker-url=vm://0");
			everyMessageIsHandledOnce(held,
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
			start(KafkaApplication.class, LEADING, "spring.artemis.mode=native",
					"spring.kafka.bootstrap-servers=" + broker.getBrokersAsString(),
					"spring.kafka.consumer.auto-offset-reset=earliest");
			everyMessageIsHandledOnce(LEADING,
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

	private void start(Class<?> application, Held held, String... properties) {
		for (String node : List.of("a", "b", "c")) {
			this.instances.add(new SpringApplicationBuilder(application).web(held.web())
				.registerShutdownHook(false)
				.properties(properties)
				.properties(held.properties())
				.properties("spring.main.banner-mode=off", "leader-election.node-id=" + node,
						"spring.datasource.url=jdbc:h2:mem:" + application.getSimpleName() + ";DB_CLOSE_DELAY=-1",
						"leader-election.store=jdbc", "leader-election.retry-interval=100ms")
				.run());
		}
	}

	private void everyMessageIsHandledOnce(Held held, Function<ConfigurableApplicationContext, Lifecycle> container,
			BiConsumer<ConfigurableApplicationContext, String> sender) {
		ConfigurableApplicationContext first = awaitRunning(held, container);
		assertThat(this.instances).filteredOn((instance) -> container.apply(instance).isRunning())
			.containsExactly(first);
		send(0, sender);
		awaitHandled(BATCH);

		held.giveUp().accept(first);
		send(BATCH, sender);
		awaitHandled(2 * BATCH);

		ConfigurableApplicationContext second = awaitRunning(held, container);
		send(2 * BATCH, sender);
		second.close();
		this.instances.remove(second);
		awaitRunning(held, container);
		awaitHandled(3 * BATCH);
		assertThat(Handled.ELSEWHERE).isEmpty();
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

	private ConfigurableApplicationContext awaitRunning(Held held,
			Function<ConfigurableApplicationContext, Lifecycle> container) {
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> this.instances.stream()
				.anyMatch((instance) -> held.here().test(instance) && container.apply(instance).isRunning()));
		return this.instances.stream().filter(held.here()).findFirst().orElseThrow();
	}

	private static LeaderElector elector(ConfigurableApplicationContext instance) {
		return instance.getBean("leaderElector", LeaderElector.class);
	}

	private static AssignedPartitions partitions(ConfigurableApplicationContext instance) {
		return instance.getBean(AssignedPartitions.class);
	}

	/** What containers follow. */
	private record Held(WebApplicationType web, String[] properties, Predicate<ConfigurableApplicationContext> here,
			Consumer<ConfigurableApplicationContext> giveUp) {
	}

}
