package io.github.leaderelection.autoconfigure.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.internal.actuate.GroupDescriptor;
import io.github.leaderelection.internal.actuate.GroupDescriptor.MemberDescriptor;
import io.github.leaderelection.internal.actuate.LeaderEndpoint;
import io.github.leaderelection.internal.transport.link.Ports;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several applications in one virtual machine, of which only the seed nodes athens and
 * byzantium are at addresses that all know beforehand.
 */
final class OpenCluster implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final List<String> SEEDS = List.of("athens", "byzantium");

	private final Map<String, ConfigurableApplicationContext> running = new TreeMap<>();

	private final Map<String, Integer> seedPorts = new TreeMap<>();

	private final List<String> properties;

	OpenCluster(String... properties) {
		this.properties = List.of(properties);
		List<Integer> ports = Ports.free(SEEDS.size());
		for (int i = 0; i < SEEDS.size(); i++) {
			this.seedPorts.put(SEEDS.get(i), ports.get(i));
		}
	}

	/** Starts a node: a seed node at its port, any other wherever there is room. */
	ConfigurableApplicationContext start(String id) {
		List<String> arguments = new ArrayList<>(List.of("--server.port=" + this.seedPorts.getOrDefault(id, 0),
				"--spring.main.banner-mode=off", "--leader-election.peers=" + peers(),
				"--leader-election.node-id=" + id, "--leader-election.algorithm=emergent"));
		TestCluster.WITHOUT_SOME.forEach((property) -> arguments.add("--" + property));
		this.properties.forEach((property) -> arguments.add("--" + property));
		ConfigurableApplicationContext context = new SpringApplicationBuilder(TestCluster.Application.class)
			.web(WebApplicationType.SERVLET)
			.registerShutdownHook(false)
			.run(arguments.toArray(String[]::new));
		this.running.put(id, context);
		return context;
	}

	private String peers() {
		List<String> seeds = SEEDS.stream().map((id) -> id + "@http://localhost:" + this.seedPorts.get(id)).toList();
		return String.join(",", seeds) + ",cyrene@,delphi@,eleusis@";
	}

	void stop(String id) {
		Objects.requireNonNull(this.running.remove(id), id).close();
	}

	int size() {
		return this.running.size();
	}

	ConfigurableApplicationContext context(String id) {
		return Objects.requireNonNull(this.running.get(id), id);
	}

	String url(String id) {
		return "http://localhost:" + context(id).getEnvironment().getRequiredProperty("local.server.port");
	}

	GroupDescriptor endpoint(String id) {
		return Objects.requireNonNull(context(id).getBean(LeaderEndpoint.class).group("default"));
	}

	MemberDescriptor member(String of, String id) {
		return endpoint(of).members().stream().filter((member) -> member.id().equals(id)).findFirst().orElseThrow();
	}

	/** Waits until every node that runs says who of them leads, and where. */
	String awaitLeader() {
		AtomicReference<String> known = new AtomicReference<>();
		await(() -> {
			Set<GroupDescriptor.LeaderDescriptor> said = new HashSet<>();
			this.running.keySet().forEach((id) -> said.add(endpoint(id).leader()));
			assertThat(said).singleElement().satisfies((leader) -> {
				assertThat(leader).isNotNull();
				assertThat(this.running).containsKey(leader.id());
				assertThat(leader.url()).isEqualTo(url(leader.id()));
				known.set(leader.id());
			});
		});
		return known.get();
	}

	static void await(ThrowingRunnable assertion) {
		Awaitility.await().atMost(PATIENCE).untilAsserted(assertion);
	}

	@Override
	public void close() {
		this.running.values().forEach(ConfigurableApplicationContext::close);
	}

}
