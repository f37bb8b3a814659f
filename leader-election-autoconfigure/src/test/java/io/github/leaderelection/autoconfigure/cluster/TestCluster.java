package io.github.leaderelection.autoconfigure.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.spring.LeaderBroadcastEvent;
import io.github.leaderelection.spring.LeaderChangedEvent;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import io.github.leaderelection.spring.MemberChangedEvent;
import io.github.leaderelection.spring.MemberDownEvent;
import io.github.leaderelection.spring.MemberSuspectedEvent;
import io.github.leaderelection.spring.MemberUpEvent;
import org.awaitility.Awaitility;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.util.FileSystemUtils;

/**
 * Several applications in one virtual machine that talk over loopback.
 */
public final class TestCluster implements AutoCloseable {

	public static final String WITHOUT_SECURITY = "spring.autoconfigure.exclude="
			+ "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration,"
			+ "org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration,"
			+ "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration,"
			+ "org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration,"
			+ "org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration";

	/**
	 * What they set that wait for the end of a lease.
	 */
	public static final String SHORT_LEASE = "leader-election.lease-duration=1s";

	/**
	 * What they set whose nodes elect without some, and so wait for a lease. A second
	 * without a processor ends none.
	 */
	static final List<String> WITHOUT_SOME = List.of("leader-election.lease-duration=4s",
			"leader-election.failure-detector.type=fixed", "leader-election.failure-detector.timeout=2400ms");

	/** No loaded machine lets such a lease run out, or misses a member that is linked. */
	private static final List<String> PATIENT = List.of("leader-election.lease-duration=30s",
			"leader-election.failure-detector.type=fixed", "leader-election.failure-detector.timeout=15s");

	private static final String LEASE = "leader-election.lease-duration=";

	private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

	private final List<Integer> ports;

	private final String basePath;

	private final List<String> properties;

	private final Path directory;

	public TestCluster(int size, String basePath, String... properties) throws IOException {
		this.ports = Ports.free(size);
		this.basePath = basePath;
		this.properties = List.of(properties);
		this.directory = Files.createTempDirectory("cluster");
	}

	/** Starts all nodes. */
	public TestCluster start() {
		WebApplicationType[] types = new WebApplicationType[this.ports.size()];
		Arrays.fill(types, WebApplicationType.SERVLET);
		return start(types);
	}

	/** Starts all nodes, each as an application of its type. */
	public TestCluster start(WebApplicationType... types) {
		for (int index = 0; index < types.length; index++) {
			start(types[index], index);
		}
		return this;
	}

	/** Starts one node, with settings of its own. */
	public ConfigurableApplicationContext start(int index, String... more) {
		return start(WebApplicationType.SERVLET, index, more);
	}

	/**
	 * With the long lease each keeps state, so they elect as soon as all have found each
	 * other. Those without state wait for a lease, for nobody knows that the cluster is
	 * new.
	 */
	ConfigurableApplicationContext start(WebApplicationType type, int index, String... more) {
		Map<String, String> arguments = new LinkedHashMap<>();
		put(arguments, List.of("server.port=" + this.ports.get(index), "spring.main.banner-mode=off",
				"leader-election.peers=" + peers(), "leader-election.heartbeat-interval=100ms"));
		if (Stream.concat(this.properties.stream(), Stream.of(more)).noneMatch((each) -> each.startsWith(LEASE))) {
			put(arguments, PATIENT);
			put(arguments,
					List.of("leader-election.state-directory=" + this.directory.resolve(Integer.toString(index))));
		}
		put(arguments, this.properties);
		put(arguments, List.of(more));
		ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class).web(type)
			.registerShutdownHook(false)
			.run(arguments.values().toArray(String[]::new));
		this.contexts.add(context);
		return context;
	}

	/** Of two of one name the last counts. */
	private static void put(Map<String, String> arguments, List<String> properties) {
		properties.forEach((property) -> arguments.put(property.split("=")[0], "--" + property));
	}

	private String peers() {
		return String.join(",", this.ports.stream().map((port) -> "http://localhost:" + port + this.basePath).toList());
	}

	/** The id of a node, also of one that was never started. */
	String id(int index) {
		return "localhost:" + this.ports.get(index);
	}

	static String id(ConfigurableApplicationContext context) {
		return context.getBean(ElectionNode.class).id().value();
	}

	/** Returns a running node that is not this one. */
	ConfigurableApplicationContext follower(ConfigurableApplicationContext leader) {
		return running().filter((context) -> context != leader).findFirst().orElseThrow();
	}

	public int port(ConfigurableApplicationContext context) {
		return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
	}

	List<Integer> ports() {
		return this.ports;
	}

	public List<ConfigurableApplicationContext> contexts() {
		return this.contexts;
	}

	/** Waits until one leads and everybody knows it. */
	public ConfigurableApplicationContext awaitLeader(String group) {
		Awaitility.await().atMost(Standalone.PATIENCE).until(() -> leaders(group).size() == 1 && agree(group));
		return leaders(group).get(0);
	}

	List<ConfigurableApplicationContext> leaders(String group) {
		return running().filter((context) -> elector(context, group).isLeader()).toList();
	}

	private boolean agree(String group) {
		return running().map((context) -> elector(context, group).leader().map((leader) -> leader.id()))
			.distinct()
			.count() == 1;
	}

	private Stream<ConfigurableApplicationContext> running() {
		return this.contexts.stream().filter(ConfigurableApplicationContext::isActive);
	}

	public static LeaderElector elector(ConfigurableApplicationContext context, String group) {
		return context.getBean(LeaderElectorRegistry.class).elector(group);
	}

	@Override
	public void close() throws IOException {
		this.contexts.forEach(ConfigurableApplicationContext::close);
		FileSystemUtils.deleteRecursively(this.directory);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Events events() {
			return new Events();
		}

		/** Otherwise an application that is closed ends the threads of all others. */
		@Bean
		@ConditionalOnWebApplication(type = Type.REACTIVE)
		ReactorResourceFactory reactorResources() {
			ReactorResourceFactory resources = new ReactorResourceFactory();
			resources.setUseGlobalResources(false);
			resources.setShutdownQuietPeriod(Duration.ZERO);
			return resources;
		}

	}

	static class Events {

		private final List<Object> heard = new CopyOnWriteArrayList<>();

		List<Object> heard() {
			return this.heard;
		}

		@EventListener({ LeadershipGrantedEvent.class, LeadershipRevokedEvent.class, LeaderChangedEvent.class,
				LeaderBroadcastEvent.class, MemberChangedEvent.class, MemberUpEvent.class, MemberSuspectedEvent.class,
				MemberDownEvent.class })
		void hear(Object event) {
			this.heard.add(event);
		}

	}

}
