package io.github.leaderelection.internal.lifecycle;

import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.leaderelection.CandidatePosition;
import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.OutlivedLeadership;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.view.ElectorViews;
import io.github.leaderelection.internal.settings.ElectionPlan;
import io.github.leaderelection.internal.settings.Hosts;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.PeerAddress;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.internal.settings.SeedNodes;
import io.github.leaderelection.internal.settings.StoreKind;
import io.github.leaderelection.internal.transport.join.AddressBook;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.view.ViewSource;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the node, and determines its identity once the web server listens.
 */
public class NodeAssembly {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final ElectionPlan plan;

	private final LocalServer server;

	private final OwnPort ownPort;

	private final Supplier<@Nullable PeerTransportFactory> transports;

	private final Supplier<@Nullable LeaseStore> stores;

	private final Supplier<@Nullable CandidatePosition> position;

	private final Consumer<OutlivedLeadership> onOutlived;

	private final List<NodeExtension> extensions;

	/** The identity at the latest start; confined to the thread that starts the node. */
	private @Nullable Identity identity;

	/** The view of the node, once the node is created. */
	private ViewSource views = ViewSource.NONE;

	/** The problems found at the latest start, shown in the status. */
	private volatile List<String> problems = List.of();

	public NodeAssembly(ElectionPlan plan, LocalServer server, OwnPort ownPort,
			Supplier<@Nullable PeerTransportFactory> transports, Supplier<@Nullable LeaseStore> stores,
			Supplier<@Nullable CandidatePosition> position, Consumer<OutlivedLeadership> onOutlived,
			List<NodeExtension> extensions) {
		this.plan = plan;
		this.server = server;
		this.ownPort = ownPort;
		this.transports = transports;
		this.stores = stores;
		this.position = position;
		this.onOutlived = onOutlived;
		this.extensions = extensions;
	}

	/** Creates the node, which learns its identity at its start. */
	public ElectionNode node() {
		this.extensions.forEach((each) -> each.extend(this.plan.node()));
		ElectionNode node = this.plan.node()
			.onOutlived(this.onOutlived)
			.problems(this::problems)
			.build((builder) -> isAnother());
		if (this.plan.store() == null && !this.plan.standalone()) {
			ElectorViews shown = new ElectorViews(node, (group) -> options(group).lease());
			this.extensions.forEach((each) -> each.showTo(shown::show));
			this.views = shown;
		}
		return node;
	}

	private List<String> problems(String group) {
		return Stream
			.concat(this.problems.stream(), this.extensions.stream().flatMap((each) -> each.problems(group).stream()))
			.toList();
	}

	/** Whether the identity of this node differs from that of the previous start. */
	private boolean isAnother() {
		Identity now = identify();
		if (this.plan.store() != null) {
			this.extensions.forEach((each) -> each.reached(now.application()));
		}
		if (this.identity != null && now.equals(this.identity)) {
			return false;
		}
		assemble(now);
		this.identity = now;
		return true;
	}

	/**
	 * Determines the identity of this node.
	 * @throws InvalidElectionConfigurationException if the identity cannot be determined,
	 * or peers could not reach this node
	 */
	Identity identify() {
		Integer port = this.server.port();
		if (this.plan.store() != null) {
			return byStore(port);
		}
		if (this.plan.standalone()) {
			return standalone(port);
		}
		List<Member> members = this.plan.peers().members();
		Integer listening = this.plan.hasOwnPort() ? this.ownPort.port() : port;
		if (listening == null && members.size() > 1) {
			throw unreachable();
		}
		Member self = this.plan.configuredSelf();
		if (self == null) {
			self = (listening != null) ? this.plan.peers().byPort(listening) : members.get(0);
		}
		Member placed = place(self, listening);
		tellOfPort(placed, listening);
		tellOfPath(placed);
		tellOfScheme(placed);
		return new Identity(placed.id(),
				members.stream().map((member) -> member.id().equals(placed.id()) ? placed : member).toList(),
				this.plan.hasOwnPort() ? application(placed, port) : placed.url());
	}

	/**
	 * The URL of this node's application: as configured, otherwise on this machine.
	 * @param port the port of the web server, null without a web server
	 */
	private @Nullable URI application(Member self, @Nullable Integer port) {
		PeerAddress advertised = this.plan.advertised();
		if (advertised != null) {
			return advertised.url();
		}
		URI url = self.url();
		return (port != null && url != null) ? this.server.url(url.getHost(), port) : null;
	}

	private InvalidElectionConfigurationException unreachable() {
		if (this.plan.hasOwnPort()) {
			RequiredParts parts = new RequiredParts(true, this.server);
			return new InvalidElectionConfigurationException(OwnPort.KEY, this.plan.port(),
					"This node has nothing to listen with: " + parts.missing(), parts.remedy());
		}
		return new InvalidElectionConfigurationException(Peers.KEY, this.plan.peers().ids(),
				"This application has no web server that listens, so its peers could not reach it",
				"Set " + OwnPort.KEY + " to the port of its entry in " + Peers.KEY
						+ ": there a worker listens for its peers, and a WAR, which is not told the port of its server. Or "
						+ "run it as a web application with an embedded server, on servlets or on WebFlux. In a test without a server use @AutoConfigureLeaderElection of leader-election-test, set "
						+ "leader-election.enabled=false, or leave the peers out");
	}

	/**
	 * A node that is listed without a URL derives one, and announces it when it joins.
	 */
	private Member place(Member self, @Nullable Integer port) {
		if (self.url() != null || port == null) {
			return self;
		}
		PeerAddress advertised = this.plan.advertised();
		URI url = (advertised != null && !this.plan.hasOwnPort()) ? advertised.url() : derivedUrl(port);
		logger.info("Node {} joins as {}", self.id(), url);
		return new Member(self.id(), url);
	}

	private URI derivedUrl(int port) {
		if (this.plan.peers().urls().values().stream().allMatch((url) -> Hosts.isLoopback(url.getHost()))) {
			return peersUrl("localhost", port);
		}
		try {
			PeerAddress advertised = this.plan.advertised();
			String url = peersUrl((advertised != null) ? advertised.url().getHost() : Hosts.own(), port).toString();
			return PeerAddress.parse(Peers.ADVERTISED_URL, url).url();
		}
		catch (UnknownHostException | IllegalArgumentException ex) {
			throw new InvalidElectionConfigurationException(Peers.ADVERTISED_URL, null,
					"This node has no URL in leader-election.peers, and none can be made of the name of this machine: "
							+ ex.getMessage(),
					"Set it to the URL at which the others reach this node", ex);
		}
	}

	/** The URL at which peers reach this node by a host name of this machine. */
	private URI peersUrl(String host, int port) {
		return this.plan.hasOwnPort() ? this.ownPort.url(host, port) : this.server.url(host, port);
	}

	/** A proxy may map ports, so an advertised URL with another port is no problem. */
	private void tellOfPort(Member self, @Nullable Integer listening) {
		URI url = self.url();
		boolean own = this.plan.hasOwnPort();
		if (url == null || listening == null || url.getPort() == listening || this.plan.peers().members().size() == 1
				|| (!own && this.plan.advertised() != null)) {
			return;
		}
		Member other = this.plan.peers().here(listening);
		logger.warn(
				"This node is listed as {}@{}, with port {}, and listens on port {}{}: unless something maps the one to "
						+ "the other, peers do not reach it, or reach another process of this id. Correct {} or {}",
				self.id(), url, url.getPort(), listening,
				(other != null) ? ", which is that of '" + other.id() + "'" : "", own ? OwnPort.KEY : "server.port",
				Peers.NODE_ID);
	}

	/** A proxy may change paths, so a different path may be correct. */
	private void tellOfPath(Member self) {
		URI url = self.url();
		if (url == null) {
			return;
		}
		if (this.plan.hasOwnPort() && !url.getPath().isEmpty()) {
			logger.warn("This node is listed as {}, but listens for its peers without the path '{}': unless a proxy "
					+ "stands between, peers will not reach it. With {} the entry in leader-election.peers has no path",
					url, url.getPath(), OwnPort.KEY);
		}
		else if (!this.plan.hasOwnPort() && !url.getPath().equals(this.server.basePath())) {
			logger
				.warn("This node is listed as {}, but its web application answers below the path '{}': unless a proxy "
						+ "stands between, peers will not reach it. The entry in leader-election.peers ends with the "
						+ "context path", url, this.server.basePath());
		}
	}

	/**
	 * A proxy that terminates TLS is common, one that originates TLS is not. So only an
	 * http URL of a server that requires https is certainly a problem.
	 */
	private void tellOfScheme(Member self) {
		URI url = self.url();
		boolean own = this.plan.hasOwnPort();
		boolean takesTls = own ? this.ownPort.isSecure() : this.server.isSecure();
		if (url == null || this.plan.peers().members().size() == 1 || takesTls == "https".equals(url.getScheme())) {
			this.problems = List.of();
			return;
		}
		String server = own ? "its port for peers" : "its web server";
		String key = own ? "leader-election.transport.ssl.bundle" : "server.ssl";
		String problem = "Peers know this node as " + url + ", but " + server + " takes "
				+ (takesTls ? "https alone, by " : "http alone, without ") + key
				+ ": unless a proxy stands between, they will not reach it. "
				+ (takesTls ? "Write https:// in leader-election.peers on every node"
						: "Set that key, or write http:// in leader-election.peers on every node");
		logger.warn(problem);
		this.problems = takesTls ? List.of(problem) : List.of();
	}

	private Identity standalone(@Nullable Integer port) {
		return single((port != null) ? this.server.localUrl(port) : null, "localhost");
	}

	/**
	 * Nodes that lead by a lease come and go, so the id is unique among running nodes.
	 */
	private Identity byStore(@Nullable Integer port) {
		String host = Hosts.ownOr("localhost");
		return single((port != null) ? this.server.url(host, port) : null, host + "-" + ProcessHandle.current().pid());
	}

	/**
	 * Identifies a node that has no peers.
	 * @param served the URL of its web server, null without one
	 * @param otherwise the id of a node without a configured id or URL
	 */
	private Identity single(@Nullable URI served, String otherwise) {
		PeerAddress address = this.plan.advertised();
		if (address == null && served != null) {
			address = new PeerAddress(served);
		}
		NodeId id = this.plan.nodeId();
		if (id == null) {
			id = (address != null) ? address.defaultId() : NodeId.of(otherwise);
		}
		return (address != null) ? new Identity(id, List.of(new Member(id, address.url())), address.url())
				: new Identity(id, List.of(), null);
	}

	private LeaseStore store(String name, Identity identity) {
		LeaseStore store = this.stores.get();
		if (store == null) {
			throw StoreKind.named(name).missing();
		}
		logger.info("Node {} in cluster '{}' may lead by a lease in {}", identity.self(), this.plan.cluster(),
				store.description());
		return store;
	}

	/** Configures the node with everything that depends on its identity. */
	ElectionNodeBuilder assemble(Identity identity) {
		ElectionNodeBuilder builder = this.plan.node()
			.id(identity.self())
			.members(identity.members())
			.candidatePosition(this.position.get());
		String store = this.plan.store();
		if (store != null) {
			builder.leaseStore(store(store, identity));
			this.plan.checkGroups();
			return builder;
		}
		tellOfSize(identity);
		builder.promises().forEach(this::tellOfPromises);
		if (identity.members().size() > 1) {
			tellOfPlainUrls();
			OpenMembership open = open(identity);
			if (open != null) {
				tellOfState();
			}
			ApplicationUrls applications = new ApplicationUrls(told(identity));
			builder.members(identity.members().stream().map((member) -> new Member(member.id(), null)).toList());
			builder.learnedUrls(applicationUrls(identity, applications, open));
			builder.transport(transportFactory().create(cluster(identity, builder, open, applications)));
		}
		return builder;
	}

	/**
	 * The application URL to announce: null for no announcement, empty without a URL.
	 */
	private @Nullable String told(Identity identity) {
		if (!this.plan.hasOwnPort()) {
			return null;
		}
		return (identity.application() != null) ? identity.application().toString() : "";
	}

	private Function<NodeId, @Nullable URI> applicationUrls(Identity identity, ApplicationUrls applications,
			@Nullable OpenMembership open) {
		Map<NodeId, URI> listed = this.plan.peers().urls();
		return (member) -> {
			if (member.equals(identity.self())) {
				return identity.application();
			}
			URI url = listed.get(member);
			return applications.of(member, (url != null || open == null) ? url : open.book().url(member));
		};
	}

	private PeerTransportFactory transportFactory() {
		PeerTransportFactory factory = this.transports.get();
		if (factory == null) {
			RequiredParts parts = new RequiredParts(false, this.server);
			throw new InvalidElectionConfigurationException(Peers.KEY, this.plan.peers().ids(),
					"This application has nothing to talk to its peers with: " + parts.missing(), parts.remedy());
		}
		return factory;
	}

	/** Resolves no host names: those of peers may be unknown while a cluster starts. */
	private void tellOfPlainUrls() {
		List<URI> plain = this.plan.peers()
			.urls()
			.values()
			.stream()
			.filter((url) -> "http".equalsIgnoreCase(url.getScheme()) && !Hosts.isLoopbackLiteral(url.getHost()))
			.toList();
		if (!plain.isEmpty()) {
			logger
				.warn("What this node and its peers say travels unencrypted to {}. The secret keeps strangers out, and "
						+ "what somebody on the way forges, changes or repeats is refused; but it can be read, and held "
						+ "back. Use https URLs in leader-election.peers where the network is not your own", plain);
		}
	}

	/** A node that was never up cannot be told from one that lost its state. */
	private void tellOfState() {
		if (this.plan.node().stateDirectory() != null) {
			logger.warn("With leader-election.state-directory a new cluster has no leader before each of {} has been "
					+ "up once, those without a URL included. List no more nodes than there are, or use no state "
					+ "directories", this.plan.peers().ids());
		}
	}

	private @Nullable OpenMembership open(Identity identity) {
		URI own = identity.url();
		if (!this.plan.peers().isOpen() || own == null) {
			return null;
		}
		AddressBook book = new AddressBook(identity.self(), own, this.plan.peers().ids(), others(identity),
				System.currentTimeMillis());
		return new OpenMembership(book, SeedNodes.of(this.plan.node().groups()));
	}

	private PeerTransportFactory.Cluster cluster(Identity identity, ElectionNodeBuilder builder,
			@Nullable OpenMembership open, ApplicationUrls applications) {
		return new PeerTransportFactory.Cluster(this.plan.cluster(), identity.self(), this.plan.peers().ids(),
				others(identity), builder.messageTypes(), builder.extensionTypes(), builder.rules(), open,
				longestLease(), applications, this.views);
	}

	private GroupOptions options(String group) {
		return this.plan.node().groups().getOrDefault(group, GroupOptions.defaults());
	}

	private Duration longestLease() {
		return this.plan.node()
			.groups()
			.values()
			.stream()
			.map(GroupOptions::lease)
			.max(Duration::compareTo)
			.orElseThrow();
	}

	private Map<NodeId, URI> others(Identity identity) {
		Map<NodeId, URI> others = this.plan.peers().urls();
		others.remove(identity.self());
		return others;
	}

	private void tellOfPromises(String group, Set<Promise> promises) {
		if (!promises.contains(Promise.S2)) {
			String algorithm = options(group).algorithm();
			logger.warn("Group '{}': the election '{}' keeps only {}: when the network divides, two nodes may lead at "
					+ "once. Use it for work that may be done twice, or set leader-election.{}.minimum-cluster-size to "
					+ "a majority", group, algorithm, new TreeSet<>(promises), algorithm);
		}
	}

	private void tellOfSize(Identity identity) {
		int size = identity.members().size();
		if (this.plan.standalone()) {
			logger.warn(
					"Node {} has no peers and leads alone: leader-election.peers is missing or empty. If there are "
							+ "other instances, each of them leads too: list all nodes under leader-election.peers{}",
					identity.self(), orStore());
		}
		else if (size == 2) {
			logger.warn("Node {} is one of TWO nodes: when either fails there is no leader until it is back. "
					+ "Run three nodes if leadership has to survive a failure", identity.self());
		}
		else if (size % 2 == 0) {
			logger.warn("Node {} is one of {} nodes: an even number survives no more failures than {} nodes do. "
					+ "Run an odd number", identity.self(), size, size - 1);
		}
		else {
			logger.info("Node {} is one of {} in cluster '{}'", identity.self(), size, this.plan.cluster());
		}
	}

	private static String orStore() {
		List<String> stores = StoreKind.present();
		return stores.isEmpty() ? ""
				: ", or lead by a lease in what you already run: leader-election.store=" + String.join("|", stores);
	}

	/**
	 * The identity of this node.
	 *
	 * @param members all nodes including this one; empty if this node has no URL and no
	 * peers
	 * @param application the base URL of this node's application, null without one
	 */
	record Identity(NodeId self, List<Member> members, @Nullable URI application) {

		/** The base URL at which peers reach this node, null without one. */
		@Nullable URI url() {
			for (Member member : this.members) {
				if (member.id().equals(this.self)) {
					return member.url();
				}
			}
			return null;
		}

	}

}
