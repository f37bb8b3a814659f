package io.github.leaderelection.autoconfigure;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.Ordered;

/**
 * Everything that can be set under {@code leader-election}.
 *
 * @param enabled Whether this application takes part in elections. If not, there is no
 * elector and no peer traffic, but leader-only methods stay gated.
 * @param cluster Name of the cluster. Nodes of another cluster are refused. With a store,
 * 'spring.application.name' unless set.
 * @param nodeId Id of this node, unique in the cluster and the same at every start.
 * Derived from host and port of the advertised URL unless set.
 * @param advertisedUrl Base URL of this node as its peers reach it. Found among the peers
 * by port and local address unless set; for one listed as 'id@' made of the name of its
 * machine. With a port of the transport's own, the base URL of the application alone.
 * @param peers All nodes of the cluster, the same list on each, as 'url' or 'id@url';
 * with the election 'emergent' also as 'id@', a node whose URL is learned when it joins.
 * 'app-{0..2}@http://app-{0..2}.app:8080' stands for three nodes.
 * @param standalone Whether a node without peers may lead alone. Has to be set to true
 * for that on a cloud platform; if false, a node without peers does not start.
 * @param algorithm Election to use.
 * @param heartbeatInterval Time between two heartbeats of a leader; with a store, between
 * two renewals. A fifth of the lease unless set, and with peers at most 200 ms; with any
 * other election than 'quorum' half of that.
 * @param leaseDuration How long leadership lasts if nothing renews it. At least five
 * heartbeats.
 * @param maxClockDrift Bound on the error of the rate of any node's clock, as a ratio.
 * @param priority Who stands first when a leader is missing. Higher goes first; 0 votes
 * and never leads.
 * @param preempt Whether a leader hands over to a node of higher priority that has
 * returned and stayed well for ten leases.
 * @param stateDirectory Directory on a local disk where identity, term and vote are kept,
 * one for each node. Kept in memory unless set.
 * @param drainTimeout How long running leader-only work, and listeners that stop theirs,
 * are awaited before leadership is given up. Below
 * 'spring.lifecycle.timeout-per-shutdown-phase'.
 * @param observe Whether this application is no member: it follows the members listed
 * under 'peers', forwards to the leader, and never votes or leads.
 * @param minimumTerm Highest fencing token that is behind for good: no term up to this
 * one is proposed or voted for. Read at the start.
 * @param groups Further elections over the same links, by name.
 * @param transport How peers talk.
 * @param gate How leader-only methods are gated.
 */
@ConfigurationProperties("leader-election")
public record LeaderElectionProperties(@DefaultValue("true") boolean enabled, @DefaultValue("default") String cluster,
		@Nullable String nodeId, @Nullable String advertisedUrl, @DefaultValue List<String> peers,
		@Nullable Boolean standalone, @DefaultValue("quorum") String algorithm, @Nullable Duration heartbeatInterval,
		@DefaultValue("1s") Duration leaseDuration, @DefaultValue("0.05") double maxClockDrift,
		@DefaultValue("1") int priority, @DefaultValue("false") boolean preempt, @Nullable String stateDirectory,
		@DefaultValue("20s") Duration drainTimeout, @DefaultValue("false") boolean observe,
		@DefaultValue("0") long minimumTerm, @DefaultValue Map<String, Group> groups, @DefaultValue Transport transport,
		@DefaultValue Gate gate) {

	/**
	 * What differs in one group.
	 *
	 * @param algorithm Election to use. That of all groups unless set.
	 * @param leaseDuration How long leadership lasts if nothing renews it. That of all
	 * groups unless set.
	 * @param heartbeatInterval Time between two heartbeats of a leader. That of all
	 * groups unless set.
	 * @param priority Who stands first when a leader is missing. That of all groups
	 * unless set.
	 * @param preempt Whether a leader hands over to a node of higher priority that has
	 * returned. That of all groups unless set.
	 */
	public record Group(@Nullable String algorithm, @Nullable Duration leaseDuration,
			@Nullable Duration heartbeatInterval, @Nullable Integer priority, @Nullable Boolean preempt) {

		/**
		 * A group in which nothing differs: the key of its name with nothing behind it.
		 * @param text what stands behind the name
		 * @return the group
		 * @throws IllegalArgumentException if the text is not empty
		 */
		public static Group valueOf(String text) {
			if (!text.isBlank()) {
				throw new IllegalArgumentException("A group has no value of its own, only keys such as priority");
			}
			return new Group(null, null, null, null, null);
		}

	}

	/**
	 * How peers talk.
	 *
	 * @param type Protocol between peers, the same on every node.
	 * @param path Path below the base URL at which peers reach this node.
	 * @param secret Secret shared by all nodes, at least 16 bytes, drawn at random.
	 * Without it only loopback peers are accepted, in both directions.
	 * @param previousSecret Secret that was shared before. Accepted too, so that nodes
	 * can change the secret one after another; remove it once all have the present one.
	 * @param port Port on which this node listens for its peers alone, also without a web
	 * server; 0 for any free one. Peers reach the application's web server unless set.
	 * @param address Local address to which that port is bound, and that of crash
	 * detection. All of the machine unless set.
	 * @param maxObservers How many applications with 'leader-election.observe=true' may
	 * be linked with this node at a time. Further ones try another member.
	 * @param ssl How peers speak TLS.
	 */
	public record Transport(@DefaultValue("websocket") String type, @DefaultValue("/leader-election") String path,
			@Nullable String secret, @Nullable String previousSecret, @Nullable Integer port,
			@Nullable InetAddress address, @DefaultValue("1000") int maxObservers, @DefaultValue Ssl ssl) {

		@Override
		public String toString() {
			return "Transport[type=" + this.type + ", path=" + this.path + ", secret="
					+ ((this.secret != null) ? "******" : "none") + ", previousSecret="
					+ ((this.previousSecret != null) ? "******" : "none") + ", port=" + this.port + ", address="
					+ this.address + ", maxObservers=" + this.maxObservers + ", ssl=" + this.ssl + "]";
		}

	}

	/**
	 * How peers speak TLS.
	 *
	 * @param bundle SSL bundle by which https URLs of peers are dialled, and by which the
	 * port of the transport's own listens. The JVM's trust store decides unless set.
	 * @param clientAuth Whether peers that reach the port of the transport's own need a
	 * certificate for the host of their URL.
	 */
	public record Ssl(@Nullable String bundle, @DefaultValue("none") ClientAuth clientAuth) {
	}

	/**
	 * Whether peers need a certificate.
	 */
	public enum ClientAuth {

		/** The secret alone is asked for. */
		NONE,

		/** Each peer has to present one. */
		NEED

	}

	/**
	 * How leader-only methods are gated.
	 *
	 * @param onFollower What a call of a leader-only method does on a follower. Scheduled
	 * methods are skipped in any case.
	 * @param whenDisabled As what leader-only methods see this node while leader election
	 * is disabled.
	 * @param advisorOrder Order of the gate among the advisors of a method. Outermost
	 * unless set.
	 */
	public record Gate(@DefaultValue("skip") OnFollower onFollower, @DefaultValue("follower") WhenDisabled whenDisabled,
			@DefaultValue("" + Ordered.HIGHEST_PRECEDENCE) int advisorOrder) {
	}

	/**
	 * What a call of a leader-only method does on a follower.
	 */
	public enum OnFollower {

		/** It is skipped and answers null or empty. */
		SKIP,

		/** It throws a {@code NotLeaderException}. */
		THROW

	}

	/**
	 * As what leader-only methods see a node that takes no part in elections.
	 */
	public enum WhenDisabled {

		/** They are skipped. */
		FOLLOWER,

		/** They run. */
		LEADER

	}

}
