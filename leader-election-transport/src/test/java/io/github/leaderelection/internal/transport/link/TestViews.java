package io.github.leaderelection.internal.transport.link;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.view.GroupValue;
import io.github.leaderelection.internal.view.GroupValue.Entry;
import io.github.leaderelection.internal.view.GroupView;
import io.github.leaderelection.internal.view.GroupView.Led;
import io.github.leaderelection.internal.view.GroupView.Listed;
import io.github.leaderelection.internal.view.GroupView.Said;
import io.github.leaderelection.internal.view.ViewSource;
import org.jspecify.annotations.Nullable;

/**
 * Shows what a test wants to be seen.
 */
public class TestViews implements ViewSource {

	private final Map<String, GroupView> views = new ConcurrentHashMap<>();

	private final Map<String, GroupValue> values = new ConcurrentHashMap<>();

	private volatile Runnable task = () -> {
	};

	public static GroupView view(long term, String leader) {
		return view(term, leader, "text " + term);
	}

	public static GroupView view(long term, String leader, String text) {
		Led led = new Led(NodeId.of(leader), "http://" + leader + ":8080", term, term);
		return new GroupView("default", "quorum", term, 1000, "f", led,
				List.of(new Listed(NodeId.of("a"), null, MemberState.UP, null),
						new Listed(NodeId.of("b"), "http://b:8080", MemberState.SUSPECTED, 1)),
				new Said(NodeId.of(leader), term, 1, text));
	}

	/** A value of 32 KiB, whose texts have many escapes. */
	public static GroupValue largest(String group) {
		List<Entry> entries = IntStream.range(0, 64)
			.mapToObj((each) -> new Entry("k%07d".formatted(each), "\u0001\"\u20ac\ud83d\ude00".repeat(56)))
			.toList();
		return new GroupValue(group, new LeaderSequenceNumber(Long.MAX_VALUE, Long.MAX_VALUE), entries, true);
	}

	public TestViews show(GroupView view) {
		this.views.put(view.group(), view);
		this.task.run();
		return this;
	}

	/** A value with one entry. */
	public static GroupValue value(long counter, String text) {
		return new GroupValue("default", new LeaderSequenceNumber(1, counter), List.of(new Entry("k", text)), false);
	}

	public TestViews show(GroupValue value) {
		this.values.put(value.group(), value);
		this.task.run();
		return this;
	}

	@Override
	public @Nullable GroupValue value(String group) {
		return this.values.get(group);
	}

	@Override
	public Set<String> groups() {
		return this.views.keySet();
	}

	@Override
	public GroupView view(String group) {
		return this.views.get(group);
	}

	@Override
	public void onChange(Runnable newTask) {
		this.task = newTask;
	}

}
