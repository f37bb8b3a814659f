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
 * Where members are: those that were listed with a URL there and nowhere else, the others
 * where they said last. Bounded by the members. Safe for use from any thread; nothing
 * blocks.
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
	 * Makes a book.
	 * @param self this node
	 * @param own its base URL
	 * @param members all members, this node included
	 * @param listed the base URLs of the other members that have one from the beginning
	 * @param stamp what this node stamps its own address with, above 0: the wall clock in
	 * milliseconds, so that an address it had in an earlier life is older
	 */
	public AddressBook(NodeId self, URI own, List<NodeId> members, Map<NodeId, URI> listed, long stamp) {
		this.self = Objects.requireNonNull(self, "self");
		this.own = Objects.requireNonNull(own, "own");
		this.members = List.copyOf(members);
		this.listed = Map.copyOf(listed);
		this.stamp = new AtomicLong(stamp);
	}

	/**
	 * Where a member is.
	 * @param member the member
	 * @return its base URL, or null as long as it is not known
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

	/** The members whose addresses have to be learned. */
	List<NodeId> unlisted() {
		return this.members.stream()
			.filter((member) -> !member.equals(this.self) && !this.listed.containsKey(member))
			.toList();
	}

	/** The address of this node. */
	Address own() {
		return new Address(this.self, this.own.toString(), this.stamp.get());
	}

	/**
	 * Stamps the own address higher than another that is taken for it.
	 */
	void surpass(long other) {
		this.stamp.accumulateAndGet(other, (mine, theirs) -> (mine > theirs) ? mine : theirs + 1);
	}

	/**
	 * Takes note of where a member is, unless it is no member, is listed with a URL, or
	 * was elsewhere later.
	 * @param address what was said; whoever said so is believed
	 * @param url its URL
	 * @param source who said so, for the log
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
			logger.info("Member {} is at {}, says {}{}", id, url, source.equals(id) ? "it itself" : source,
					(old != null) ? "; it was at " + old.url() : "");
		}
		return now != null && now.url().equals(url);
	}

	/** All addresses that are known, this node's first. */
	List<Address> addresses() {
		List<Address> all = new ArrayList<>();
		all.add(own());
		this.listed.forEach((id, url) -> all.add(new Address(id, url.toString(), 0)));
		this.learned.forEach((id, entry) -> all.add(new Address(id, entry.url().toString(), entry.stamp())));
		return all;
	}

	/**
	 * Where a member said it is.
	 *
	 * @param url its base URL
	 * @param stamp of two the higher holds
	 */
	private record Learned(URI url, long stamp) {
	}

}
