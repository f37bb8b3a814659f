package io.github.leaderelection.internal.transport.join;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.wire.JoinFrame.Address;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses of the members. A listed URL is final; any other member has the address
 * that it reported last. Holds one address for each member. Safe for use from any thread;
 * does not block.
 */
public final class AddressBook {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final NodeId self;

	private final URI own;

	private final List<NodeId> members;

	private final Map<NodeId, URI> listed;

	private final Map<NodeId, Learned> learned = new ConcurrentHashMap<>();

	private final AtomicLong stamp;

	/**
	 * Creates a book.
	 * @param listed the base URLs of the other members that have one from the beginning
	 * @param stamp the stamp of the own address, above 0: the wall clock in milliseconds,
	 * so that addresses of earlier starts are older
	 */
	public AddressBook(NodeId self, URI own, List<NodeId> members, Map<NodeId, URI> listed, long stamp) {
		this.self = Objects.requireNonNull(self, "self");
		this.own = Objects.requireNonNull(own, "own");
		this.members = List.copyOf(members);
		this.listed = Map.copyOf(listed);
		this.stamp = new AtomicLong(stamp);
	}

	/**
	 * The base URL of a member, or null while it is unknown.
	 */
	public @Nullable URI url(NodeId member) {
		if (member.equals(this.self)) {
			return this.own;
		}
		URI known = this.listed.get(member);
		if (known != null) {
			return known;
		}
		Learned entry = this.learned.get(member);
		return (entry != null) ? entry.url() : null;
	}

	/** The members whose addresses must be learned. */
	List<NodeId> unlisted() {
		return this.members.stream()
			.filter((member) -> !member.equals(this.self) && !this.listed.containsKey(member))
			.toList();
	}

	/** The address of this node, with its present stamp. */
	Address own() {
		return new Address(this.self, this.own.toString(), this.stamp.get());
	}

	/**
	 * Stamps this node's address higher than another address that is taken for it.
	 */
	void surpass(long other) {
		this.stamp.accumulateAndGet(other, (mine, theirs) -> (mine > theirs) ? mine : theirs + 1);
	}

	/**
	 * Records the address of a member. Ignores an unknown node, a member with a listed
	 * URL, and an older address.
	 * @param source the node that named the address, for the log
	 * @return false if another address is newer
	 */
	boolean learn(Address address, URI url, NodeId source) {
		NodeId id = address.id();
		if (id.equals(this.self) || this.listed.containsKey(id) || !this.members.contains(id)) {
			return true;
		}
		Learned told = new Learned(url, address.stamp());
		@Nullable Learned[] before = new @Nullable Learned[1];
		Learned now = this.learned.compute(id, (key, present) -> {
			before[0] = present;
			return (present == null || told.stamp() > present.stamp()) ? told : present;
		});
		Learned old = before[0];
		if (now == told && (old == null || !old.url().equals(url))) {
			logger.info("Member {} is at {}{}, as {} reports", id, url,
					(old != null) ? " and no longer at " + old.url() : "",
					source.equals(id) ? "it" : "member " + source);
		}
		return now != null && now.url().equals(url);
	}

	/** All known addresses, that of this node first. */
	List<Address> addresses() {
		List<Address> all = new ArrayList<>();
		all.add(own());
		this.listed.forEach((id, url) -> all.add(new Address(id, url.toString(), 0)));
		this.learned.forEach((id, entry) -> all.add(new Address(id, entry.url().toString(), entry.stamp())));
		return all;
	}

	/**
	 * A learned address.
	 *
	 * @param stamp the address with the highest stamp is valid
	 */
	private record Learned(URI url, long stamp) {
	}

}
