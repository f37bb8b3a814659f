package io.github.leaderelection.autoconfigure.diagnostics;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.transport.LeaderElectionOwnPortAutoConfiguration;
import io.github.leaderelection.internal.lifecycle.LocalServer;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Every way in which the configuration can be wrong stops the start and is explained by
 * key, value and remedy, by the analyzers that are registered.
 */
public class FailureAnalysisTests {

	private static final String A_AND_B = "leader-election.peers=a@http://localhost:8081,b@http://localhost:8082";

	private static final String OPEN = A_AND_B + ",c@";

	private static final String EMERGENT = "leader-election.algorithm=emergent";

	private static final AutoConfigurations OWN_PORT = AutoConfigurations
		.of(LeaderElectionOwnPortAutoConfiguration.class);

	private final ApplicationContextRunner runner = Standalone.runner()
		.withPropertyValues("leader-election.lease-duration=200ms", "leader-election.heartbeat-interval=20ms")
		.withInitializer((context) -> this.environment = context.getEnvironment());

	/** Of the context that was started last. */
	private Environment environment = new MockEnvironment();

	static List<Arguments> wrongConfigurations() {
		return List.of(arguments("a lease below five heartbeats", "leader-election.lease-duration=99ms",
				"leader-election.lease-duration=99ms", "shorter than 5 heartbeats of 20ms", "Lengthen the lease"),
				arguments("a lease of a group below five heartbeats of all",
						"leader-election.groups.billing.lease-duration=50ms",
						"leader-election.groups.billing.lease-duration=50ms", "leader-election.heartbeat-interval",
						"Lengthen the lease"),
				arguments("heartbeats of a group too rare for the lease of all",
						"leader-election.groups.billing.heartbeat-interval=100ms",
						"leader-election.lease-duration=200ms", "leader-election.groups.billing.heartbeat-interval",
						"Lengthen the lease"),
				arguments("a lease without its unit", "leader-election.lease-duration=10",
						"leader-election.lease-duration=10ms", "below 25ms", "Choose a longer one"),
				arguments("a lease too long", "leader-election.lease-duration=2h", "leader-election.lease-duration=2h:",
						"above", "Choose a shorter one"),
				arguments("a lease no long can hold in nanoseconds", "leader-election.lease-duration=400000d",
						"leader-election.lease-duration=", "above", "Choose a shorter one"),
				arguments("a heartbeat too short", "leader-election.heartbeat-interval=1ms",
						"leader-election.heartbeat-interval=1ms", "below 5ms", "Choose a longer one"),
				arguments("no clock drift", "leader-election.max-clock-drift=0", "leader-election.max-clock-drift=0.0",
						"not above 0 and below 0.5", "0.05"),
				arguments("too much clock drift", "leader-election.max-clock-drift=0.5",
						"leader-election.max-clock-drift=0.5", "not above 0 and below 0.5", "0.05"),
				arguments("clock drift that is no number", "leader-election.max-clock-drift=NaN",
						"leader-election.max-clock-drift=NaN", "not above 0 and below 0.5", "0.05"),
				arguments("an unknown algorithm", "leader-election.algorithm=paxos", "leader-election.algorithm=paxos",
						"no such algorithm", "Choose one of [ballot"),
				arguments("an unknown algorithm of a group", "leader-election.groups.billing.algorithm=paxos",
						"leader-election.groups.billing.algorithm=paxos", "no such algorithm", "Choose one of [ballot"),
				arguments("a store whose library is missing", "leader-election.store=redis",
						"leader-election.store=redis", "not on the class path",
						"Add the dependency io.github.leaderelection:leader-election-store-redis"),
				arguments("a store without its bean", "leader-election.store=bean", "leader-election.store=bean",
						"There is no LeaseStore bean", "Define one"),
				arguments("an unknown store", "leader-election.store=redus", "leader-election.store=redus",
						"There is no store \"redus\"",
						"Choose one of [jdbc, kubernetes, redis, etcd, zookeeper, bean]"),
				arguments("a negative priority", "leader-election.priority=-1", "leader-election.priority=-1",
						"negative", "0 or more"),
				arguments("a node alone that never leads", "leader-election.priority=0", "leader-election.priority=0",
						"has no other member to vote for", "Use 1 or more"),
				arguments("a group without a usable name", "leader-election.groups[a/b].priority=1",
						"leader-election.groups=a/b", "cannot have the name 'a/b'", "letters, digits"),
				arguments("a cluster without a name", "leader-election.cluster= ", "leader-election.cluster=",
						"1 to 255 bytes", "another name"),
				arguments("duplicate ids", "leader-election.peers=a@http://localhost:1,a@http://localhost:2",
						"leader-election.peers=", "have the same id 'a'", "an id of its own"),
				arguments("duplicate URLs", "leader-election.peers=a@http://localhost:1,b@http://localhost:1",
						"leader-election.peers=", "have the same URL", "exactly once"),
				arguments("an empty peer", "leader-election.peers=http://localhost:1,", "leader-election.peers[1]=",
						"begin with http:// or https://", "http://host:8080"),
				arguments("a URL without a scheme", "leader-election.peers=localhost:8081",
						"leader-election.peers[0]=localhost:8081", "begin with http:// or https://",
						"http://host:8080"),
				arguments("a URL of another scheme", "leader-election.peers=ws://localhost:8081",
						"leader-election.peers[0]=ws://localhost:8081", "begin with http:// or https://",
						"http://host:8080"),
				arguments("a URL without a host", "leader-election.peers=http://:8081",
						"leader-election.peers[0]=http://:8081", "URL", "http://host:8080"),
				arguments("a host with an underscore", "leader-election.peers=http://my_host:8081",
						"leader-election.peers[0]=http://my_host:8081", "'_'", "http://host:8080"),
				arguments("a URL without a port", "leader-election.peers=http://localhost",
						"leader-election.peers[0]=http://localhost", "no port", "http://host:8080"),
				arguments("a URL with a port too high", "leader-election.peers=http://localhost:70000",
						"leader-election.peers[0]=http://localhost:70000", "no port between 1 and 65535",
						"http://host:8080"),
				arguments("a URL with a user", "leader-election.peers=http://me@localhost:8081",
						"leader-election.peers[0]=http://me@localhost:8081", "other than scheme, host, port and path",
						"http://host:8080"),
				arguments("a URL with a query", "leader-election.peers=http://localhost:8081?x=y",
						"leader-election.peers[0]=http://localhost:8081?x=y", "other than scheme, host, port and path",
						"http://host:8080"),
				arguments("no URL at all", "leader-election.peers=http://local host:8081",
						"leader-election.peers[0]=http://local host:8081", "This is no URL", "http://host:8080"),
				arguments("an unusable id of a peer", "leader-election.peers=a b@http://localhost:8081",
						"leader-election.peers[0]=a b", "cannot have the id 'a b'", "printable ASCII"),
				arguments("an unusable id of this node", "leader-election.node-id=a/b", "leader-election.node-id=a/b",
						"cannot have the id 'a/b'", "printable ASCII"),
				arguments("a malformed advertised URL", "leader-election.advertised-url=host-a:8080",
						"leader-election.advertised-url=host-a:8080", "begin with http:// or https://",
						"http://host:8080"),
				arguments("an unknown transport", "leader-election.transport.type=carrier-pigeon",
						"leader-election.transport.type=carrier-pigeon", "no such transport", "[websocket, http]"),
				arguments("a transport in capitals", "leader-election.transport.type=HTTP",
						"leader-election.transport.type=HTTP", "no such transport", "[websocket, http]"),
				arguments("a path that is none", "leader-election.transport.path=leader",
						"leader-election.transport.path=leader", "'/' followed by", "/leader-election"),
				arguments("a pattern for a path", "leader-election.transport.path=/**",
						"leader-election.transport.path=/**", "'/' followed by", "/leader-election"),
				arguments("a port that is none", "leader-election.transport.port=65536",
						"leader-election.transport.port=65536", "not between 0 and 65535", "leader-election.peers"),
				arguments("an address of no port", "leader-election.transport.address=127.0.0.1",
						"leader-election.transport.address=127.0.0.1", "there is none",
						"Set leader-election.transport.port"),
				arguments("peers elsewhere without a secret",
						"leader-election.peers=http://localhost:8081,http://203.0.113.1:8081",
						"leader-election.transport.secret is not set", "http://203.0.113.1:8081", "Set one secret"),
				arguments("a peer whose name has no address",
						"leader-election.peers=http://localhost:8081,http://peer.invalid:8081",
						"leader-election.transport.secret is not set", "http://peer.invalid:8081",
						"Correct the name if it is misspelt"),
				arguments("a secret that can be guessed", "leader-election.transport.secret=fifteen-bytes--",
						"leader-election.transport.secret=******", "has 15 bytes, fewer than 16", "at least 16 bytes"),
				arguments("a secret of few bytes", "leader-election.transport.secret=\u00e9\u00e9",
						"leader-election.transport.secret=******", "has 4 bytes, fewer than 16",
						"openssl rand -base64 32"),
				arguments("a secret whose placeholder has no value",
						"leader-election.transport.secret=${NO_SUCH_SECRET_ANYWHERE}",
						"leader-election.transport.secret=${NO_SUCH_SECRET_ANYWHERE}",
						"A placeholder in it has no value", "the same on all nodes"),
				arguments("a secret with a placeholder in it",
						"leader-election.transport.secret=known-${NO_SUCH_SECRET}",
						"leader-election.transport.secret=******", "A placeholder in it has no value",
						"the same on all nodes"),
				arguments("a previous secret and no present one",
						"leader-election.transport.previous-secret=sixteen-bytes---",
						"leader-election.transport.previous-secret=******", "no secret that replaces it",
						"Set leader-election.transport.secret"),
				arguments("a negative minimum term", "leader-election.minimum-term=-1",
						"leader-election.minimum-term=-1", "between 0 and 900000000000000", "highest fencing token"),
				arguments("a minimum term that leaves no others", "leader-election.minimum-term=900000000000001",
						"leader-election.minimum-term=900000000000001", "between 0 and 900000000000000",
						"highest fencing token"),
				arguments("a negative drain time-out", "leader-election.drain-timeout=-1s",
						"leader-election.drain-timeout=-1s:", "negative", "0s or more"),
				arguments("a time-out that no failure detector reads", "leader-election.failure-detector.timeout=300ms",
						"leader-election.failure-detector.timeout=300ms", "'adaptive' does not read it",
						"leader-election.failure-detector.type=fixed"),
				arguments("one change that flaps", "leader-election.flapping.changes=1",
						"leader-election.flapping.changes=1", "not between 2 and 64", "Omit it for three changes"),
				arguments("a window too short", "leader-election.flapping.window=500ms",
						"leader-election.flapping.window=500ms", "not between 1s and 1d", "Omit it for ten minutes"),
				arguments("a drain time-out as long as a phase", "leader-election.drain-timeout=30s",
						"leader-election.drain-timeout=30s:", "spring.lifecycle.timeout-per-shutdown-phase",
						"Shorten the drain time-out"),
				arguments("a path of a state directory that is none", "leader-election.state-directory=a\0b",
						"leader-election.state-directory=", "no path", "local disk"),
				arguments("no peers where standing alone is forbidden", "leader-election.standalone=false",
						"leader-election.peers is not set", "leader-election.standalone=false", "List all nodes"),
				arguments("no peers on a cloud platform", "spring.main.cloud-platform=kubernetes",
						"leader-election.peers is not set", "cloud platform KUBERNETES",
						"leader-election.standalone=true"));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource
	void wrongConfigurations(String what, String property, String setting, String problem, String remedy) {
		this.runner.withPropertyValues(property).run((context) -> assertExplained(context, setting, problem, remedy));
	}

	static List<Arguments> wrongCombinations() {
		return List.of(
				arguments("peers and standing alone", List.of(A_AND_B, "leader-election.standalone=true"),
						"leader-election.standalone=true", "names 2 nodes", "Remove one"),
				arguments("peers and a store", List.of(A_AND_B, "leader-election.store=bean"),
						"leader-election.store=bean", "", "Remove one of the two"),
				arguments("preemption in an election without it",
						List.of("leader-election.algorithm=bully", "leader-election.preempt=true"),
						"leader-election.preempt=true", "'bully' does not hand leadership over for a priority",
						"use the election 'quorum'"),
				arguments("preemption in a group of an election without it",
						List.of("leader-election.groups.billing.algorithm=ring",
								"leader-election.groups.billing.preempt=true"),
						"leader-election.groups.billing.preempt=true", "'ring'", "Set it to false"),
				arguments("an id that is not listed", List.of(A_AND_B, "leader-election.node-id=c"),
						"leader-election.node-id=c", "[a, b]", "c@url"),
				arguments("entries without a URL in another election", List.of(OPEN, "leader-election.node-id=c"),
						"leader-election.peers=[a@http://localhost:8081, b@http://localhost:8082, c@]",
						"group 'default' uses 'quorum'", "leader-election.algorithm=emergent"),
				arguments("entries without a URL and one group of another election",
						List.of(OPEN, EMERGENT, "leader-election.groups.billing.algorithm=bully"),
						"leader-election.peers=", "group 'billing' uses 'bully'", "for all groups"),
				arguments("no entry with a URL", List.of("leader-election.peers=a@,b@", EMERGENT),
						"leader-election.peers=[a@, b@]", "No entry has a URL", "id@url"),
				arguments("a seed node without a URL",
						List.of(OPEN, EMERGENT, "leader-election.emergent.seed-nodes=a,c"),
						"leader-election.emergent.seed-nodes=[a, c]", "'c' has no URL", "c@url"),
				arguments("a URL of its own elsewhere without a secret",
						List.of(OPEN, EMERGENT, "leader-election.node-id=c",
								"leader-election.advertised-url=http://203.0.113.1:8080"),
						"leader-election.transport.secret is not set", "http://203.0.113.1:8080", "Set one secret"),
				arguments("a URL that is not listed",
						List.of(A_AND_B, "leader-election.advertised-url=http://localhost:8083"),
						"leader-election.advertised-url=http://localhost:8083", "http://localhost:8081",
						"Add this node to the list"),
				arguments("peers and no web server", List.of(A_AND_B, "leader-election.node-id=a"),
						"leader-election.peers=[a, b]", "no web server", "leader-election.enabled=false"),
				arguments("a WAR on an outer server", List.of(A_AND_B, "leader-election.node-id=a"),
						"leader-election.peers=[a, b]", "no web server that listens",
						"Set leader-election.transport.port to the port of its entry in leader-election.peers: there a worker "
								+ "listens for its peers, and a WAR, which is not told the port of its server. Or run"),
				arguments("a port that nobody learns",
						List.of(A_AND_B, "leader-election.node-id=a", "leader-election.transport.port=0"),
						"leader-election.transport.port=0", "no other node would learn it", "'id@'"),
				arguments("certificates of peers and no port for it",
						List.of(A_AND_B, "leader-election.node-id=a", "leader-election.transport.ssl.bundle=peers",
								"leader-election.transport.ssl.client-auth=need"),
						"leader-election.transport.ssl.client-auth=need", "a port of the transport's own",
						"Set leader-election.transport.port"),
				arguments("certificates of peers and none of its own",
						List.of(A_AND_B, "leader-election.node-id=a", "leader-election.transport.port=8081",
								"leader-election.transport.ssl.client-auth=need"),
						"leader-election.transport.ssl.client-auth=need", "none of its own",
						"Set leader-election.transport.ssl.bundle"),
				arguments("an election timeout shorter than the gaps between heartbeats",
						List.of("leader-election.algorithm=raft", "leader-election.raft.election-timeout-min=25ms"),
						"leader-election.raft.election-timeout-min=25ms", "cannot be used",
						"the same on every node, to at least one and a half heartbeat intervals"),
				arguments("a threshold that is none",
						List.of("leader-election.failure-detector.type=phi-accrual",
								"leader-election.failure-detector.threshold=0"),
						"leader-election.failure-detector.threshold=0.0", "not above 0 and at most 100",
						"Omit it for 8"),
				arguments("a time-out beyond six tenths of the lease",
						List.of("leader-election.failure-detector.type=fixed",
								"leader-election.failure-detector.timeout=700ms"),
						"leader-election.failure-detector.timeout=700ms", "120ms", "Omit it for three heartbeats"),
				arguments("a drain time-out above a shorter phase",
						List.of("leader-election.drain-timeout=16000ms",
								"spring.lifecycle.timeout-per-shutdown-phase=15s"),
						"leader-election.drain-timeout=16000ms:", "for 15s only", "lengthen"),
				arguments("a lease in a notation of its own", List.of("leader-election.lease-duration=PT5H"),
						"leader-election.lease-duration=PT5H:", "above 1h", "Choose a shorter one"));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource
	void wrongCombinations(String what, List<String> properties, String setting, String problem, String remedy) {
		this.runner.withPropertyValues(properties.toArray(String[]::new))
			.run((context) -> assertExplained(context, setting, problem, remedy));
	}

	@Test
	void tooManyPeers() {
		String[] peers = new String[102];
		Arrays.setAll(peers, (index) -> "leader-election.peers[" + index + "]=http://localhost:" + (1000 + index));
		this.runner.withPropertyValues(peers)
			.run((context) -> assertExplained(context, "leader-election.peers=102 nodes", "more than 101",
					"fewer instances"));
	}

	@Test
	void nobodyInTheListListensOnThisPort() {
		int port = Ports.free();
		this.runner.withBean(OpenServer.class, () -> new OpenServer(port))
			.withPropertyValues("leader-election.peers=http://localhost:1,http://localhost:2,http://localhost:3")
			.run((context) -> {
				assertExplained(context, "leader-election.peers=", "port " + port, "leader-election.advertised-url");
				assertExplained(context, "leader-election.peers=", "port " + port,
						"random port use @AutoConfigureLeaderElection");
			});
	}

	@Test
	void nodeWithoutAUrlIsNotToldItsId() {
		int port = Ports.free();
		this.runner.withBean(OpenServer.class, () -> new OpenServer(port))
			.withPropertyValues(OPEN, EMERGENT)
			.run((context) -> assertExplained(context, "leader-election.peers=", "port " + port,
					"Set leader-election.node-id"));
	}

	@Test
	void twoInTheListCouldBeThisNode() {
		int port = Ports.free();
		this.runner.withBean(OpenServer.class, () -> new OpenServer(port))
			.withPropertyValues("leader-election.peers=http://localhost:" + port + ",http://127.0.0.1:" + port)
			.run((context) -> assertExplained(context, "leader-election.peers=", "Both http://localhost:" + port,
					"leader-election.node-id"));
	}

	@Test
	void nothingToTalkToPeersWith() {
		listening(false).run((context) -> assertExplained(context, "leader-election.peers=", "it is no web application",
				"spring.main.web-application-type=servlet"));
	}

	@Test
	void ownPortIsTaken() throws IOException {
		try (ServerSocket taken = new ServerSocket(0)) {
			String port = Integer.toString(taken.getLocalPort());
			this.runner.withConfiguration(OWN_PORT)
				.withPropertyValues("leader-election.transport.port=" + port,
						"leader-election.peers=http://localhost:" + port + ",http://localhost:1")
				.run((context) -> assertExplained(context, "leader-election.transport.port=" + port, "BindException",
						"Stop what listens on this port"));
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "nope|There is no SSL bundle of this name, only [broken, trust]|spring.ssl.bundle.pem.nope",
					"broken|The SSL bundle cannot be used: |spring.ssl.bundle.pem.broken",
					"trust|The SSL bundle has no certificate|spring.ssl.bundle.pem.trust.keystore.certificate" })
	void sslBundleThatPeersCannotUse(String name, String problem, String remedy) {
		this.runner.withConfiguration(OWN_PORT)
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
			.withPropertyValues("spring.ssl.bundle.pem.broken.keystore.certificate=file:/nowhere/broken.pem",
					"spring.ssl.bundle.pem.trust.truststore.certificate=classpath:tls/authority.pem",
					"leader-election.transport.port=4711",
					"leader-election.peers=https://localhost:4711,https://localhost:1",
					"leader-election.transport.ssl.bundle=" + name)
			.run((context) -> assertExplained(context, "leader-election.transport.ssl.bundle=" + name, problem,
					remedy));
	}

	@Test
	void noSslBundlesAtAll() {
		this.runner.withConfiguration(OWN_PORT)
			.withPropertyValues("leader-election.transport.port=4711", "leader-election.transport.ssl.bundle=peers",
					"leader-election.peers=https://localhost:4711,https://localhost:1")
			.run((context) -> assertExplained(context, "leader-election.transport.ssl.bundle=peers",
					"This application has no SSL bundles at all", "Do not exclude SslAutoConfiguration"));
	}

	@Test
	void nothingToListenWithOnAnOwnPort() {
		this.runner.withConfiguration(OWN_PORT)
			.withClassLoader(new FilteredClassLoader("org.apache.catalina", "org.apache.tomcat",
					"org.springframework.web.socket"))
			.withPropertyValues("leader-election.transport.port=4711",
					"leader-election.peers=http://localhost:4711,http://localhost:1")
			.run((context) -> assertExplained(context, "leader-election.transport.port=4711",
					"the class path lacks org.apache.tomcat.embed:tomcat-embed-core and "
							+ "org.apache.tomcat.embed:tomcat-embed-websocket, which "
							+ "leader-election.transport.type=http does without and org.springframework:spring-websocket, ",
					"Add these jars alone"));
	}

	@Test
	void nothingToListenWithBesideAServer() {
		ApplicationContextRunner withoutTomcat = this.runner.withConfiguration(OWN_PORT)
			.withClassLoader(new FilteredClassLoader("org.apache.catalina"))
			.withPropertyValues("leader-election.transport.port=4711",
					"leader-election.peers=http://localhost:4711,http://localhost:1");
		withoutTomcat.withBean(OpenServer.class, () -> new OpenServer(1, true))
			.run((context) -> assertExplained(context, "leader-election.transport.port=4711",
					"the class path lacks org.apache.tomcat.embed:tomcat-embed-core",
					"Add these jars alone. leader-election-spring-boot-starter also brings Spring MVC"));
		withoutTomcat.withBean(OpenServer.class, () -> new OpenServer(1))
			.run((context) -> assertExplained(context, "leader-election.transport.port=4711",
					"the class path lacks org.apache.tomcat.embed:tomcat-embed-core",
					"leader-election-spring-boot-starter brings all of them unless parts are excluded. Spring Boot "
							+ "prefers"));
	}

	@Test
	void partToTalkToPeersWithIsExcluded() {
		listening(false)
			.withClassLoader(new FilteredClassLoader(WebMvcAutoConfiguration.class, WebFluxAutoConfiguration.class,
					CircuitBreaker.class))
			.run((context) -> assertExplained(context, "leader-election.peers=",
					"the class path lacks spring-boot-webmvc and resilience4j-circuitbreaker",
					"unless parts are excluded"));
	}

	@Test
	void serverThatHasNoWebSockets() {
		listening(false)
			.withClassLoader(
					new FilteredClassLoader("jakarta.websocket.server", WebFluxAutoConfiguration.class.getName()))
			.run((context) -> assertExplained(context, "leader-election.peers=",
					"the class path lacks tomcat-embed-websocket, which leader-election.transport.type=http does without",
					"unless parts are excluded"));
	}

	@Test
	void serverOfServletsThatWasToBeOneOfWebFlux() {
		listening(false).withClassLoader(new FilteredClassLoader("org.springframework.web.socket"))
			.run((context) -> assertExplained(context, "leader-election.peers=",
					"the class path lacks spring-websocket", "set spring.main.web-application-type=reactive"));
	}

	@Test
	void serverOfWebFluxThatLacksAPart() {
		listening(true).withClassLoader(new FilteredClassLoader(CircuitBreaker.class))
			.run((context) -> assertExplained(context, "leader-election.peers=",
					"the class path lacks resilience4j-circuitbreaker",
					"leader-election-spring-boot-starter-webflux brings all of it unless parts are excluded"));
	}

	@Test
	void nothingToObserveWith() {
		this.runner.withPropertyValues("leader-election.observe=true", A_AND_B)
			.run((context) -> assertExplained(context, "leader-election.observe=true", "lacks leader-election-observer",
					"Depend on leader-election-observer"));
	}

	@Test
	void keyOfThePeersIsMisspelt() {
		this.runner.withPropertyValues("leader-elections.peers=http://localhost:1,http://localhost:2")
			.run((context) -> assertExplained(context, "leader-elections.peers=", "would lead alone",
					"LEADERELECTION_PEERS"));
	}

	@Test
	void keyOfNoSetting() {
		this.runner.withPropertyValues("leader-election.peer=http://localhost:1,http://localhost:2")
			.run((context) -> assertExplained(context, "leader-election.peer=http://localhost:1",
					"The nearest key is leader-election.peers", "Correct the keys"));
		this.runner.withPropertyValues("leader-election.enabled=false", "leader-election.gate.when-disabld=leader")
			.run((context) -> assertExplained(context, "leader-election.gate.when-disabld=leader",
					"leader-election.gate.when-disabled", "Correct the keys"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.enabled=on", "leader-election.enabled=0", "leader-election.observe=yes",
			"leader-election.eligibility.require-readiness=1" })
	void switchThatIsNeitherTrueNorFalse(String property) {
		this.runner.withPropertyValues(property)
			.run((context) -> assertExplained(context, property + ":", "is neither true nor false",
					"Set it to true or false"));
	}

	static List<Arguments> emptySettings() {
		return List.of(arguments("leader-election.peers=", "leader-election.peers=:", "has no value"),
				arguments("leader-election.peers= ", "leader-election.peers=", "has no value"),
				arguments("leader-election.peers=,", "leader-election.peers=,", "has no value"),
				arguments("leaderElection.peers=", "leader-election.peers=:", "has no value"),
				arguments("leader-election.peers=${PEERS_OF_NOBODY:}", "leader-election.peers=${PEERS_OF_NOBODY:}",
						"by a placeholder without a value"),
				arguments("leader-election.peers=${PEERS_OF_NOBODY}", "leader-election.peers=${PEERS_OF_NOBODY}",
						"by a placeholder without a value"),
				arguments("leader-election.peers=${PEERS_OF_NOBODY:${PEERS}},${OTHERS}",
						"leader-election.peers=${PEERS_OF_NOBODY:${PEERS}},${OTHERS}",
						"by a placeholder without a value"),
				arguments("leader-election.peers[0]=${PEERS_OF_NOBODY}", "leader-election.peers[0]=${PEERS_OF_NOBODY}",
						"by a placeholder without a value"),
				arguments("leader-election.peers[0]=${PEERS_OF_NOBODY:}",
						"leader-election.peers[0]=${PEERS_OF_NOBODY:}", "by a placeholder without a value"),
				arguments("leader-election.store=${STORE_OF_NOBODY:}", "leader-election.store=${STORE_OF_NOBODY:}",
						"by a placeholder without a value"));
	}

	@ParameterizedTest
	@MethodSource
	void emptySettings(String property, String setting, String problem) {
		this.runner.withPropertyValues(property).run((context) -> {
			assertExplained(context, setting, problem, "List all nodes under leader-election.peers");
			assertExplained(context, setting, "would lead alone", "or set leader-election.store.");
			assertExplained(context, setting, "Origin: ", "set leader-election.enabled=false");
			assertExplained(context, setting, "from property source \"test\"", "remove the key");
		});
		this.runner.withPropertyValues(property, "leader-election.standalone=true").run(Standalone::awaitLeader);
		this.runner.withPropertyValues(property, "leader-election.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.peers=", "leader-election.peers=,",
			"leader-election.peers[0]=${PEERS_OF_NOBODY}" })
	void anObserverOfNobody(String property) {
		ApplicationContextRunner observer = this.runner.withPropertyValues("leader-election.observe=true", property);
		observer.run((context) -> {
			assertExplained(context, property.split("=")[0] + "=", "so this node has no members to observe",
					"List all members under leader-election.peers");
			assertExplained(context, "", "", "set leader-election.enabled=false");
			assertExplained(context, "", "", "set leader-election.observe=false and leader-election.standalone=true");
		});
		observer.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed());
		observer.withPropertyValues("leader-election.observe=false", "leader-election.standalone=true")
			.run(Standalone::awaitLeader);
	}

	@Test
	void anObserverWhoseMembersHaveAMisspeltKey() {
		this.runner.withPropertyValues("leader-election.observe=true", "leader-elections.peers=http://localhost:1")
			.run((context) -> assertExplained(context, "leader-elections.peers=", "has no members to observe",
					"in the environment of the process."));
	}

	@Test
	void placeholdersInAPeer() {
		this.runner.withPropertyValues("leader-election.peers=http://localhost:${PORT_OF_NOBODY}")
			.run((context) -> assertExplained(context, "leader-election.peers[0]=http://localhost:${PORT_OF_NOBODY}",
					"placeholder in it has no value", "Give it one"));
		this.runner.withPropertyValues("leader-election.peers=${PEER_OF_NOBODY},http://localhost:1")
			.run((context) -> assertExplained(context, "leader-election.peers[0]=${PEER_OF_NOBODY}",
					"placeholder in it has no value", "Give it one"));
		this.runner
			.withPropertyValues("leader-election.peers=http://localhost:${APP_PORT}", "APP_PORT=tcp://10.0.0.1:8080")
			.run((context) -> assertExplained(context, "leader-election.peers[0]=http://localhost:tcp://10.0.0.1:8080",
					"Kubernetes Service", "enableServiceLinks: false"));
	}

	@Test
	void numberThatIsTheAddressOfAService() {
		this.runner.withPropertyValues("leader-election.priority=tcp://10.0.0.1:8080")
			.run((context) -> assertExplained(context, "leader-election.priority=tcp://10.0.0.1:8080",
					"Kubernetes Service", "enableServiceLinks: false"));
	}

	@Test
	void originIsTheFileAndTheLine() {
		ConfigurableEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addFirst(
					new OriginTrackedMapPropertySource("file",
							Map.of("leaderElection.peers",
									OriginTrackedValue.of("http://local host",
											new TextResourceOrigin(new ClassPathResource("application.yaml"),
													new TextResourceOrigin.Location(6, 2))))));
		FailureAnalysis analysis = analysis(new InvalidElectionConfigurationException("leader-election.peers[0]",
				"http://local host", "This is no URL", "Write it as a URL"), environment);
		assertThat(analysis.getDescription()).startsWith("leader-election.peers[0]=http://local host:")
			.endsWith("Origin: class path resource [application.yaml] - 7:3");
	}

	@Test
	void stateDirectoryInUse(@TempDir Path directory) {
		ApplicationContextRunner same = this.runner.withPropertyValues("leader-election.node-id=a",
				"leader-election.state-directory=" + directory);
		same.run((holder) -> {
			assertThat(holder).hasNotFailed();
			same.run((context) -> assertExplained(context, "leader-election.state-directory",
					directory.toRealPath().toString(), "another directory"));
		});
	}

	@Test
	void stateDirectoryOfAnotherNode(@TempDir Path directory) {
		ApplicationContextRunner withDirectory = this.runner
			.withPropertyValues("leader-election.state-directory=" + directory);
		withDirectory.withPropertyValues("leader-election.node-id=a").run(Standalone::awaitLeader);
		withDirectory.withPropertyValues("leader-election.node-id=b")
			.run((context) -> assertExplained(context, "leader-election.state-directory", "'a'", "another directory"));
	}

	@Test
	void corruptState(@TempDir Path directory) {
		ApplicationContextRunner withDirectory = this.runner.withPropertyValues("leader-election.node-id=a",
				"leader-election.state-directory=" + directory);
		withDirectory.run(Standalone::awaitLeader);
		overwrite(directory);
		withDirectory.run((context) -> assertExplained(context, "leader-election.state-directory",
				directory.toRealPath().toString(), "another directory"));
	}

	@Test
	void stateDirectoryThatIsAFile(@TempDir Path directory) throws IOException {
		Path file = Files.createFile(directory.resolve("file"));
		this.runner.withPropertyValues("leader-election.state-directory=" + file)
			.run((context) -> assertExplained(context, "leader-election.state-directory", file.toString(),
					"another directory"));
	}

	static Set<Map.Entry<String, Class<?>>> wrongMethods() {
		return Map
			.<String, Class<?>>of("final", FinalMethod.Jobs.class, "int", Primitive.Jobs.class, "nightly",
					UnknownGroup.Jobs.class, "@EventListener", Listener.Jobs.class)
			.entrySet();
	}

	@ParameterizedTest
	@MethodSource("wrongMethods")
	void methodsThatCannotBeGated(Map.Entry<String, Class<?>> wrong) {
		this.runner.withBean(wrong.getValue())
			.run((context) -> assertExplained(context, "Jobs.work()", wrong.getKey(), "."));
	}

	@Test
	void aWorkerIsToldOfAPortForItsPeersFirst() {
		this.runner.withPropertyValues(A_AND_B, "leader-election.node-id=a")
			.run((context) -> assertThat(analysis(context.getStartupFailure()).getAction())
				.startsWith("Set leader-election.transport.port"));
		listening(false).run((context) -> assertThat(analysis(context.getStartupFailure()).getAction())
			.startsWith("Set leader-election.transport.port"));
	}

	@Test
	void aGroupThatIsNotDeclaredIsDeclaredByTheLineOfTheRemedy() {
		this.runner.withBean(UnknownGroup.Jobs.class)
			.run((context) -> assertExplained(context, "Jobs.work()", "the unknown group 'nightly'",
					"Add the line 'leader-election.groups.nightly:'"));
		this.runner.withBean(UnknownGroup.Jobs.class)
			.withPropertyValues("leader-election.groups.nightly:")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void throwingDoesNotHelpAScheduledMethod() {
		this.runner.withBean(Primitive.Jobs.class)
			.withPropertyValues("leader-election.gate.on-follower=throw")
			.run((context) -> assertThat(context).hasNotFailed());
		this.runner.withBean(PrimitiveSchedule.Jobs.class)
			.withPropertyValues("leader-election.gate.on-follower=throw")
			.run((context) -> assertExplained(context, "Jobs.work()", "int", "."));
	}

	@Test
	void valuesThatSpringBootExplains() {
		this.runner.withPropertyValues("leader-election.gate.on-follower=explode")
			.run((context) -> assertThat(analysis(context.getStartupFailure()))
				.satisfies((analysis) -> assertThat(analysis.getDescription())
					.contains("leader-election.gate.on-follower", "explode"))
				.satisfies((analysis) -> assertThat(analysis.getAction()).containsIgnoringCase("skip")));
		this.runner.withPropertyValues("leader-election.lease-duration=soon")
			.run((context) -> assertThat(analysis(context.getStartupFailure()).getDescription())
				.contains("leader-election.lease-duration", "soon"));
	}

	@Test
	void unknownChoiceOfWhatBecomesOfTheProcessIsExplainedWithThoseThereAre() {
		this.runner.withPropertyValues("leader-election.on-revocation=panic").run((context) -> {
			FailureAnalysis analysis = analysis(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("leader-election.on-revocation", "panic");
			assertThat(analysis.getAction()).contains("CONTINUE", "CLOSE_CONTEXT", "HALT");
		});
	}

	@Test
	void secretsAreNotShown() {
		for (String other : List.of("leader-election.transport.type=pigeon", "leader-election.transport.type=http")) {
			this.runner.withPropertyValues("leader-election.transport.secret=hunter2", other).run((context) -> {
				FailureAnalysis analysis = analysis(context.getStartupFailure());
				assertThat(analysis.getDescription() + analysis.getAction()).doesNotContain("hunter2");
				assertThat(context.getStartupFailure().getMessage()).contains("leader-election.transport")
					.doesNotContain("hunter2");
			});
		}
	}

	/** One of two peers, with a server on its port. */
	private ApplicationContextRunner listening(boolean reactive) {
		int port = Ports.free();
		return this.runner.withBean(OpenServer.class, () -> new OpenServer(port, reactive))
			.withPropertyValues("leader-election.peers=http://localhost:" + port + ",http://localhost:1");
	}

	private void assertExplained(AssertableApplicationContext context, String setting, String problem, String remedy) {
		assertThat(context).hasFailed();
		FailureAnalysis analysis = analysis(context.getStartupFailure(), this.environment);
		assertThat(analysis.getDescription()).contains(setting).contains(problem);
		assertThat(analysis.getAction()).contains(remedy).endsWith(".");
	}

	public static FailureAnalysis analysis(Throwable failure) {
		return analysis(failure, new MockEnvironment());
	}

	private static FailureAnalysis analysis(Throwable failure, Environment environment) {
		List<FailureAnalyzer> analyzers = SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class,
					ArgumentResolver.ofSupplied(BeanFactory.class, () -> null).and(Environment.class, environment),
					FailureHandler.handleMessage((message, ex) -> {
					}));
		return analyzers.stream()
			.map((analyzer) -> analyzer.analyze(failure))
			.filter((analysis) -> analysis != null)
			.findFirst()
			.orElseThrow(() -> new AssertionError("No analyzer explains this", failure));
	}

	private static void overwrite(Path directory) {
		try (var files = Files.list(directory)) {
			for (Path file : files.toList()) {
				Files.write(file, "garbage".repeat(5000).getBytes(StandardCharsets.UTF_8));
			}
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

	/**
	 * Says that a server listens.
	 */
	static class OpenServer {

		private final int port;

		private final boolean reactive;

		OpenServer(int port) {
			this(port, false);
		}

		OpenServer(int port, boolean reactive) {
			this.port = port;
			this.reactive = reactive;
		}

		@Autowired
		void tell(LocalServer server) {
			if (this.reactive) {
				server.listensReactivelyOn(this.port);
			}
			else {
				server.listensOn(this.port);
			}
		}

	}

	static class FinalMethod {

		static class Jobs {

			@LeaderOnly
			public final void work() {
			}

		}

	}

	static class Primitive {

		static class Jobs {

			@LeaderOnly
			public int work() {
				return 1;
			}

		}

	}

	static class Listener {

		static class Jobs {

			@LeaderOnly
			@EventListener
			public void work(String event) {
			}

		}

	}

	static class PrimitiveSchedule {

		static class Jobs {

			@LeaderOnly
			@Scheduled(fixedDelay = 1000)
			public int work() {
				return 1;
			}

		}

	}

	static class UnknownGroup {

		static class Jobs {

			@LeaderOnly("nightly")
			public void work() {
			}

		}

	}

}
