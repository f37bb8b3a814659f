package io.github.leaderelection.internal.lifecycle;

import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.CandidatePosition;
import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.autoconfigure.Plans;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.raft.RaftMessage;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.ArgumentCaptor;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

/**
 * Tests for {@link NodeAssembly}.
 */
@ExtendWith(OutputCaptureExtension.class)
class NodeAssemblyTests {

	private static final String A_AND_B = "leader-election.peers=a@http://localhost:8081,b@http://localhost:8082";

	private final MockEnvironment environment = new MockEnvironment();

	private final LocalServer server = new LocalServer(this.environment);

	private OwnPort ownPort = new OwnPort(false);

	private final PeerTransport transport = mock(PeerTransport.class);

	private @Nullable CandidatePosition position;

	private final List<PeerTransportFactory.Cluster> clusters = new ArrayList<>();

	private void set(String... properties) {
		for (String property : properties) {
			this.environment.setProperty(property.split("=", 2)[0], property.split("=", 2)[1]);
		}
	}

	@Test
	void nodeIsFoundByThePortOfItsServer() {
		set("leader-election.peers=http://localhost:8081,http://localhost:8082");
		this.server.listensOn(8082);
		assertThat(assembly().identify().self()).isEqualTo(NodeId.of("localhost:8082"));
	}

	@Test
	void nodeIdBeatsAddresses() {
		set(A_AND_B, "leader-election.node-id=a", "leader-election.advertised-url=http://elsewhere:1");
		this.server.listensOn(8082);
		assertThat(assembly().identify().self()).isEqualTo(NodeId.of("a"));
	}

	@Test
	void advertisedUrlBeatsThePort() {
		set(A_AND_B, "leader-election.advertised-url=http://localhost:8081/");
		this.server.listensOn(8082);
		assertThat(assembly().identify().self()).isEqualTo(NodeId.of("a"));
	}

	@Test
	void nodeWithAPortOfItsOwnIsFoundByThatAndNeedsNoServer() {
		set(A_AND_B, "leader-election.transport.port=8082", "leader-election.advertised-url=http://localhost:9000/app");
		this.ownPort.listensOn(8082);
		assertThat(assembly().identify().self()).isEqualTo(NodeId.of("b"));
		this.server.listensOn(8081);
		assertThat(assembly().identify().self()).isEqualTo(NodeId.of("b"));
	}

	@Test
	void nodeWithoutAUrlInTheListTellsThatOfItsOwnPort() {
		set("leader-election.peers=a@http://localhost:8081,b@", "leader-election.algorithm=emergent",
				"leader-election.node-id=b", "leader-election.transport.port=0");
		this.ownPort.listensOn(4711);
		this.server.listensOn(8080);
		assertThat(assembly().identify().url()).isEqualTo(URI.create("http://localhost:4711"));
		set("leader-election.transport.secret=a-secret-of-this-test",
				"leader-election.peers=a@http://203.0.113.1:8081,b@",
				"leader-election.advertised-url=http://app.example:80/app");
		assertThat(assembly().identify().url()).isEqualTo(URI.create("http://app.example:4711"));
	}

	@Test
	void onlyMemberNeedsNoServer() {
		set("leader-election.peers=a@http://localhost:8081");
		NodeAssembly.Identity identity = assembly().identify();
		assertThat(identity.self()).isEqualTo(NodeId.of("a"));
		assertThat(assembly().assemble(identity).build().groups()).containsExactly("default");
		assertThat(this.clusters).isEmpty();
	}

	@Test
	void nodeWithoutPeersIsNamedAfterItsServer() {
		this.server.listensOn(8080);
		assertThat(assembly().identify()).isEqualTo(new NodeAssembly.Identity(NodeId.of("localhost:8080"),
				List.of(new Member(NodeId.of("localhost:8080"), URI.create("http://localhost:8080"))),
				URI.create("http://localhost:8080")));
		set("server.ssl.bundle=web", "server.servlet.context-path=/app");
		assertThat(assembly().identify().members()).extracting(Member::url)
			.containsExactly(URI.create("https://localhost:8080/app"));
	}

	@Test
	void aNodeOfWebFluxHasThePathOfWebFlux() {
		set("server.servlet.context-path=/servlet", "spring.webflux.base-path=/flux");
		this.server.listensReactivelyOn(8080);
		assertThat(assembly().identify().members()).extracting(Member::url)
			.containsExactly(URI.create("http://localhost:8080/flux"));
	}

	@Test
	void transportIsToldEverything() {
		set("leader-election.cluster=blue", "leader-election.peers=a@http://localhost:8081,b@http://localhost:8082/x",
				"leader-election.groups.billing.priority=3", "leader-election.groups.billing.lease-duration=4s");
		this.server.listensOn(8081);
		NodeAssembly assembly = assembly();
		ElectionNode node = assembly.assemble(assembly.identify()).build();
		assertThat(node.id()).isEqualTo(NodeId.of("a"));
		assertThat(node.cluster()).isEqualTo("blue");
		ApplicationUrls applications = this.clusters.get(0).applications();
		assertThat(this.clusters).containsExactly(new PeerTransportFactory.Cluster("blue", NodeId.of("a"),
				List.of(NodeId.of("a"), NodeId.of("b")), Map.of(NodeId.of("b"), URI.create("http://localhost:8082/x")),
				Map.of("default", QuorumMessage.class, "billing", QuorumMessage.class), Map.of(),
				Map.of("default", "quorum", "billing", "quorum"), null, Duration.ofSeconds(4), applications,
				this.clusters.get(0).views()));
		assertThat(applications.own()).as("nothing changes on the wire").isNull();
	}

	@Test
	void applicationIsFoundApartFromThePortForPeers() {
		set(A_AND_B, "leader-election.node-id=a", "leader-election.transport.port=8081",
				"server.servlet.context-path=/app");
		this.ownPort.listensOn(8081);
		assertThat(toldOfItself()).as("a worker").isEmpty();
		this.server.listensOn(9000);
		assertThat(toldOfItself()).isEqualTo("http://localhost:9000/app");
		set("leader-election.advertised-url=https://app.example:443/shop");
		assertThat(toldOfItself()).isEqualTo("https://app.example:443/shop");
	}

	private @Nullable String toldOfItself() {
		NodeAssembly assembly = assembly();
		this.clusters.clear();
		assembly.assemble(assembly.identify()).build();
		return this.clusters.get(0).applications().own();
	}

	@Test
	void whatMembersTellOfTheirApplicationsIsShown() {
		set(A_AND_B);
		this.server.listensOn(8081);
		NodeAssembly assembly = assembly();
		ElectionNode node = assembly.assemble(assembly.identify()).build();
		ApplicationUrls applications = this.clusters.get(0).applications();
		for (String told : Arrays.asList(null, "http://localhost:9000/app", "", "none", null)) {
			applications.learn(NodeId.of("b"), told);
			String shown = (told == null) ? "http://localhost:8082" : told.startsWith("http") ? told : null;
			assertThat(node.elector("default").status().members()).extracting(MemberStatus::url).containsExactly(shown);
		}
	}

	@Test
	void nodeWithoutAUrlInTheListHasOneOfItsOwn() {
		set("leader-election.peers=a@http://localhost:8081,b@http://localhost:8082,c@,d@",
				"leader-election.algorithm=emergent", "leader-election.node-id=c", "server.servlet.context-path=/app");
		this.server.listensOn(4711);
		NodeAssembly assembly = assembly();
		assembly.assemble(assembly.identify()).build();
		PeerTransportFactory.Cluster cluster = this.clusters.get(0);
		assertThat(cluster.members()).extracting(NodeId::value).containsExactly("a", "b", "c", "d");
		assertThat(cluster.others()).containsOnlyKeys(NodeId.of("a"), NodeId.of("b"));
		assertThat(cluster.open()).isNotNull();
		assertThat(cluster.open().seeds()).containsExactly(NodeId.of("a"), NodeId.of("b"));
		assertThat(cluster.open().book().url(NodeId.of("c"))).isEqualTo(URI.create("http://localhost:4711/app"));
		assertThat(cluster.open().book().url(NodeId.of("d"))).isNull();
		set("leader-election.advertised-url=http://localhost:9000/app");
		assertThat(assembly().identify().url()).isEqualTo(URI.create("http://localhost:9000/app"));
	}

	@Test
	void nodeWithoutAUrlAmongOthersElsewhereIsNamedAfterItsMachine() throws Exception {
		set("leader-election.peers=a@http://203.0.113.1:8081,b@", "leader-election.algorithm=emergent",
				"leader-election.transport.secret=a-secret-of-this-test", "leader-election.node-id=b");
		this.server.listensOn(4711);
		String name = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
		assertThat(assembly().identify().url()).isEqualTo(URI.create("http://" + name + ":4711"));
	}

	@Test
	void plainUrlsElsewhereAreWarnedOfWithWhatTheSecretDoesNotDo(CapturedOutput output) {
		set("leader-election.transport.secret=a-secret-of-this-test");
		build("http://localhost:1,https://host-b:2,http://127.0.0.1:3");
		assertThat(output).doesNotContain("unencrypted");
		build("http://localhost:1,https://host-b:2,http://host-c:3");
		assertThat(output).containsOnlyOnce("unencrypted")
			.contains("travels unencrypted to [http://host-c:3]")
			.contains("it can be read");
	}

	@Test
	void aPortThatContradictsTheListIsNamedWithThatOfTheList(CapturedOutput output) {
		set(A_AND_B, "leader-election.node-id=a");
		this.server.listensOn(8081);
		assembly().identify();
		assertThat(output).doesNotContain("is listed as");
		this.server.listensOn(8082);
		assembly().identify();
		assertThat(output)
			.containsOnlyOnce("This node is listed as a@http://localhost:8081, with port 8081, and listens "
					+ "on port 8082, which is that of 'b': unless something maps");
		this.server.listensOn(8083);
		assembly().identify();
		assertThat(output).containsOnlyOnce("listens on port 8083: unless something maps").contains("server.port");
	}

	@Test
	void aPortThatIsMappedIsNotNamedWhereTheUrlIsAdvertised(CapturedOutput output) {
		set(A_AND_B, "leader-election.advertised-url=http://localhost:8081");
		this.server.listensOn(8080);
		assertThat(assembly().identify().self()).isEqualTo(NodeId.of("a"));
		assertThat(output).doesNotContain("is listed as");
	}

	@Test
	void aPortOfItsOwnThatContradictsTheListIsNamed(CapturedOutput output) {
		set(A_AND_B, "leader-election.node-id=a", "leader-election.transport.port=7000");
		this.ownPort.listensOn(7000);
		assembly().identify();
		assertThat(output).contains("with port 8081, and listens on port 7000")
			.contains("Correct leader-election.transport.port");
	}

	@Test
	void evenNumbersAreWarnedOf(CapturedOutput output) {
		build("http://localhost:1,http://localhost:2,http://localhost:3");
		assertThat(output).doesNotContain("WARN");
		build("http://localhost:1,http://localhost:2,http://localhost:3,http://localhost:4");
		assertThat(output).contains("is one of 4 nodes: an even number survives no more failures than 3");
		build("http://localhost:1,http://localhost:2");
		assertThat(output).contains("is one of TWO nodes");
	}

	@Test
	void entryWithoutTheContextPathIsWarnedOf(CapturedOutput output) {
		set("server.servlet.context-path=/app/");
		build("http://localhost:1/app,http://localhost:2/app,http://localhost:3/app");
		assertThat(output).doesNotContain("WARN");
		build("http://localhost:1,http://localhost:2,http://localhost:3");
		assertThat(output).contains("listed as http://localhost:1").contains("'/app'");
	}

	@Test
	void entryWithAPathIsWarnedOfWithAPortOfItsOwn(CapturedOutput output) {
		set("server.servlet.context-path=/app/", "leader-election.transport.port=1");
		this.ownPort.listensOn(1);
		build("http://localhost:1,http://localhost:2,http://localhost:3");
		assertThat(output).doesNotContain("WARN");
		build("http://localhost:1/app,http://localhost:2/app,http://localhost:3/app");
		assertThat(output).contains("listed as http://localhost:1/app").contains("without the path '/app'");
	}

	@Test
	void plainUrlOfAServerThatTakesTlsIsNamedInTheLogAndInTheStatus(CapturedOutput output) {
		String entry = "Peers know this node as http://localhost:1, but its web server takes https alone, by server.ssl";
		set("server.ssl.bundle=web");
		assertThat(problems("http://localhost:1,http://localhost:2,http://localhost:3")).singleElement()
			.asString()
			.startsWith(entry)
			.endsWith("Write https:// in leader-election.peers on every node");
		assertThat(output).containsOnlyOnce(entry);
		assertThat(problems("https://localhost:1,http://localhost:2,http://localhost:3")).isEmpty();
		set("server.ssl.enabled=false");
		assertThat(problems("http://localhost:1,http://localhost:2,http://localhost:3")).isEmpty();
		assertThat(output).containsOnlyOnce("Peers know this node");
	}

	@Test
	void plainUrlOfAPortOfItsOwnThatTakesTlsIsNamed(CapturedOutput output) {
		this.ownPort = new OwnPort(true);
		this.ownPort.listensOn(1);
		set("leader-election.transport.port=1");
		assertThat(problems("http://localhost:1,https://localhost:2,https://localhost:3")).singleElement()
			.asString()
			.contains("its port for peers takes https alone, by leader-election.transport.ssl.bundle");
		assertThat(problems("https://localhost:1,http://localhost:2,http://localhost:3")).isEmpty();
		assertThat(output).containsOnlyOnce("Peers know this node");
	}

	@Test
	void secureUrlOfAPlainServerIsNamedInTheLogAloneForAProxyMayEndTls(CapturedOutput output) {
		assertThat(problems("https://localhost:1,https://localhost:2,https://localhost:3")).isEmpty();
		assertThat(output).contains("Peers know this node as https://localhost:1, but its web server takes http alone")
			.contains("without server.ssl: unless a proxy stands between");
	}

	@Test
	void nodeWithoutAUrlInTheListTellsOneOfTls() {
		set("leader-election.algorithm=emergent", "leader-election.node-id=b", "leader-election.transport.port=0",
				"leader-election.peers=a@https://localhost:8081,b@");
		this.ownPort = new OwnPort(true);
		this.ownPort.listensOn(4711);
		assertThat(assembly().identify().url()).isEqualTo(URI.create("https://localhost:4711"));
	}

	/** Those that the status of a started node has beside the election's own. */
	private List<String> problems(String peers) {
		set("leader-election.peers=" + peers);
		this.server.listensOn(1);
		try (ElectionNode node = assembly().node()) {
			node.start();
			return node.elector("default")
				.status()
				.problems()
				.stream()
				.filter((problem) -> problem.startsWith("Peers know"))
				.toList();
		}
	}

	@Test
	void anElectionThatGoesByPositionsAsksTheApplication() throws InterruptedException {
		CountDownLatch asked = new CountDownLatch(1);
		this.position = () -> {
			asked.countDown();
			return Position.NONE;
		};
		set("leader-election.algorithm=raft", A_AND_B);
		this.server.listensOn(8081);
		NodeAssembly assembly = assembly();
		try (ElectionNode node = assembly.assemble(assembly.identify()).build()) {
			node.start();
			ArgumentCaptor<PeerTransport.Receiver> receiver = ArgumentCaptor.forClass(PeerTransport.Receiver.class);
			verify(this.transport).start(receiver.capture());
			QuorumMessage proposal = new QuorumMessage.ElectionProposal(1, 1_000_000_000, null);
			receiver.getValue()
				.received(new Envelope<>(node.cluster(), "default", NodeId.of("b"), "identity", 1, "list", 0,
						new RaftMessage.Vote(proposal, Position.NONE)));
			assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
		}
	}

	@Test
	void nodeIsAnotherOneOnceItsServerListensElsewhere() {
		ElectionNode node = assembly().node();
		assertThat(node.id()).isEqualTo(NodeId.of("unresolved"));
		for (int port : new int[] { 8081, 8082 }) {
			this.server.listensOn(port);
			node.start();
			assertThat(node.id()).isEqualTo(NodeId.of("localhost:" + port));
			node.close();
		}
		assertThat(node.id()).isEqualTo(NodeId.of("localhost:8082"));
	}

	@Test
	void transportIsTheSameAtEachStartOfTheSameNode() {
		set("leader-election.peers=http://localhost:8081,http://localhost:8082");
		this.server.listensOn(8081);
		ElectionNode node = assembly().node();
		for (int starts = 0; starts < 2; starts++) {
			node.start();
			node.close();
		}
		assertThat(this.clusters).hasSize(1);
	}

	private void build(String peers) {
		set("leader-election.peers=" + peers);
		this.server.listensOn(1);
		NodeAssembly assembly = assembly();
		assembly.assemble(assembly.identify()).build();
	}

	private NodeAssembly assembly() {
		return new NodeAssembly(Plans.of(this.environment), this.server, this.ownPort, () -> (cluster) -> {
			this.clusters.add(cluster);
			return this.transport;
		}, () -> null, () -> this.position, (grant) -> {
		}, List.of());
	}

}
