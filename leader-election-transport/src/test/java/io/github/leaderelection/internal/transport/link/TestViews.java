package io.github.leaderelection.internal.transport.link;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.view.GroupView;
import io.github.leaderelection.internal.view.GroupView.Led;
import io.github.leaderelection.internal.view.GroupView.Listed;
import io.github.leaderelection.internal.view.GroupView.Said;
import io.github.leaderelection.internal.view.ViewSource;

/**
 * Shows what a test wants to be seen.
 */
public class TestViews implements ViewSource {

	private final Map<String, GroupView> views = new ConcurrentHashMap<>();

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

	public TestViews show(GroupView view) {
		this.views.put(view.group(), view);
		this.task.run();
		return this;
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
