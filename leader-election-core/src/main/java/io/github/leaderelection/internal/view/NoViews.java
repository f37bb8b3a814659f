package io.github.leaderelection.internal.view;

import java.util.Set;

/**
 * Shows nothing.
 */
final class NoViews implements ViewSource {

	@Override
	public Set<String> groups() {
		return Set.of();
	}

	@Override
	public GroupView view(String group) {
		throw new IllegalArgumentException("Unknown group '" + group + "': there is none");
	}

	@Override
	public void onChange(Runnable task) {
		// nothing ever changes
	}

}
