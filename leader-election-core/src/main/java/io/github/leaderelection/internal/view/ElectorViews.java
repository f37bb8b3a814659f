package io.github.leaderelection.internal.view;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import org.jspecify.annotations.Nullable;

/**
 * Shows observers the public state of a member's electors. Reads the electors and never
 * makes a request to the election. Safe for use from any thread.
 */
public final class ElectorViews implements ViewSource {

	/** The longest text of the wire form. */
	private static final int MAX_URL = 1024;

	private final ElectionNode node;

	private final Function<String, Duration> leases;

	/** By group. */
	private final Map<String, GroupValue> values = new ConcurrentHashMap<>();

	private volatile Runnable task = () -> {
	};

	/**
	 * Listens to all electors of a node.
	 * @param leases returns how long observers believe in an unconfirmed leader of a
	 * group
	 */
	public ElectorViews(ElectionNode node, Function<String, Duration> leases) {
		this.node = node;
		this.leases = leases;
		node.groups().forEach((group) -> node.elector(group).addListener(new Changes()));
	}

	@Override
	public Set<String> groups() {
		return this.node.groups();
	}

	@Override
	public void onChange(Runnable newTask) {
		this.task = newTask;
	}

	@Override
	public GroupView view(String group) {
		LeaderElector elector = this.node.elector(group);
		ElectionStatus status = elector.status();
		LeaderInfo leader = status.leader();
		return new GroupView(group, status.algorithm(), status.term(), this.leases.apply(group).toMillis(),
				status.memberList(), led(leader), members(status, leader),
				said(elector.broadcasts().last().orElse(null)));
	}

	/** Shows a value from now on. Called by one thread for each group. */
	public void show(GroupValue value) {
		this.values.put(value.group(), value);
		this.task.run();
	}

	@Override
	public @Nullable GroupValue value(String group) {
		return this.values.get(group);
	}

	private static GroupView.@Nullable Led led(@Nullable LeaderInfo leader) {
		return (leader != null)
				? new GroupView.Led(leader.id(), shown(leader.url()), leader.term(), leader.fencingToken()) : null;
	}

	private static List<GroupView.Listed> members(ElectionStatus status, @Nullable LeaderInfo leader) {
		List<GroupView.Listed> members = new ArrayList<>(status.members().size() + 1);
		String url = (leader != null && leader.id().equals(status.node())) ? shown(leader.url()) : null;
		members.add(new GroupView.Listed(status.node(), url, MemberState.UP, null));
		status.members()
			.forEach((each) -> members
				.add(new GroupView.Listed(each.id(), shown(each.url()), each.state(), each.priority())));
		return members;
	}

	private static GroupView.@Nullable Said said(@Nullable LeaderBroadcast broadcast) {
		return (broadcast != null)
				? new GroupView.Said(broadcast.leader(), broadcast.fencingToken(), broadcast.number(), broadcast.text())
				: null;
	}

	private static @Nullable String shown(@Nullable String url) {
		return (url != null && url.length() <= MAX_URL) ? url : null;
	}

	/**
	 * Signals that something changed; the new state is read from the electors.
	 */
	private final class Changes implements LeadershipListener {

		private void changed() {
			ElectorViews.this.task.run();
		}

		@Override
		public void onGranted(Leadership leadership) {
			changed();
		}

		@Override
		public void onRevoked(Leadership leadership, RevocationReason reason) {
			changed();
		}

		@Override
		public void onLeaderChanged(@Nullable LeaderInfo leader) {
			changed();
		}

		@Override
		public void onBroadcast(LeaderBroadcast broadcast) {
			changed();
		}

		@Override
		public void onMemberChanged(NodeId member, MemberState state) {
			changed();
		}

	}

}
