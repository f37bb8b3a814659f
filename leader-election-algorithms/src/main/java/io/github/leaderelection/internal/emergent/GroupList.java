package io.github.leaderelection.internal.emergent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The list of a group's members, which only its coordinator changes. Immutable.
 *
 * @param version rises with each change; two lists of one version are the same list
 */
public record GroupList(long version, List<GroupMember> members) {

	/** No group reaches this many changes or members. */
	private static final long MOST = Long.MAX_VALUE / 2;

	/** The list of a node that is in no group. */
	static final GroupList NONE = new GroupList(0, List.of());

	/**
	 * Sorts the members by age.
	 */
	public GroupList {
		members = members.stream().sorted(Comparator.comparingLong(GroupMember::age)).toList();
	}

	static GroupList foundedBy(NodeId id, long ticket) {
		return new GroupList(1, List.of(new GroupMember(id, ticket, 1)));
	}

	/**
	 * The lowest version above another one that a member may use. Each configured member
	 * has its own sequence of versions. So two coordinators never use the same version,
	 * and the holder of the older list notices it. A founder's list has version 1 and no
	 * other member.
	 * @param place the position of the member among the configured ones
	 */
	static long versionAbove(long version, int place, int configured) {
		long lowest = version + 1;
		return lowest + Math.floorMod(place + 2 - lowest, (long) configured);
	}

	/**
	 * Whether a list is plausible: it has configured members only, each once, and its
	 * numbers can still rise. Otherwise it would be the newest forever.
	 */
	public boolean isPlausible(List<NodeId> configured) {
		Set<NodeId> ids = new HashSet<>();
		Set<Long> ages = new HashSet<>();
		for (GroupMember member : this.members) {
			boolean right = configured.contains(member.id()) && member.age() > 0 && member.age() <= MOST;
			if (!right || !ids.add(member.id()) || !ages.add(member.age())) {
				return false;
			}
		}
		return !ids.isEmpty() && this.version > 0 && isPlausible(this.version);
	}

	/**
	 * Whether a version leaves room for newer ones.
	 */
	static boolean isPlausible(long version) {
		return version <= MOST;
	}

	int size() {
		return this.members.size();
	}

	/** The oldest member, or null. */
	@Nullable NodeId coordinator() {
		return this.members.isEmpty() ? null : this.members.get(0).id();
	}

	/** Whether both lists have the same oldest membership. */
	boolean hasCoordinatorOf(GroupList other) {
		return !this.members.isEmpty() && !other.members.isEmpty()
				&& this.members.get(0).ticket() == other.members.get(0).ticket()
				&& other.isCoordinator(this.members.get(0).id());
	}

	boolean isCoordinator(NodeId id) {
		return id.equals(coordinator());
	}

	@Nullable GroupMember member(NodeId id) {
		for (GroupMember member : this.members) {
			if (member.id().equals(id)) {
				return member;
			}
		}
		return null;
	}

	boolean contains(NodeId id) {
		return member(id) != null;
	}

	boolean contains(NodeId id, long ticket) {
		GroupMember member = member(id);
		return member != null && member.ticket() == ticket;
	}

	/** The age of a member, 0 for strangers. */
	long age(NodeId id) {
		GroupMember member = member(id);
		return (member != null) ? member.age() : 0;
	}

	List<NodeId> ids() {
		return this.members.stream().map(GroupMember::id).toList();
	}

	/** The members older than one of them, the oldest first. */
	List<NodeId> olderThan(NodeId id) {
		List<NodeId> ids = ids();
		return ids.subList(0, Math.max(0, ids.indexOf(id)));
	}

	/** The list with a new youngest member, whose earlier membership ends. */
	GroupList joinedBy(NodeId id, long ticket, long newVersion) {
		List<GroupMember> next = new ArrayList<>(this.members);
		next.removeIf((member) -> member.id().equals(id));
		next.add(new GroupMember(id, ticket, youngestAge() + 1));
		return new GroupList(newVersion, next);
	}

	GroupList without(Collection<NodeId> gone, long newVersion) {
		List<GroupMember> next = new ArrayList<>(this.members);
		next.removeIf((member) -> gone.contains(member.id()));
		return new GroupList(newVersion, next);
	}

	/** The list in which the given members are the youngest, in their previous order. */
	GroupList withYoungest(Collection<NodeId> ids, long newVersion) {
		List<GroupMember> next = new ArrayList<>(this.members.size());
		long age = youngestAge();
		for (GroupMember member : this.members) {
			if (ids.contains(member.id())) {
				age++;
				next.add(new GroupMember(member.id(), member.ticket(), age));
			}
			else {
				next.add(member);
			}
		}
		return new GroupList(newVersion, next);
	}

	/** The same members in a newer list. */
	GroupList renewed(long newVersion) {
		return new GroupList(newVersion, this.members);
	}

	private long youngestAge() {
		return this.members.isEmpty() ? 0 : this.members.get(this.members.size() - 1).age();
	}

}
