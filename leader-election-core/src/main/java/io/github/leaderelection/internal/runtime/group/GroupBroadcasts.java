package io.github.leaderelection.internal.runtime.group;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.leaderelection.ElectionRequestException;
import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.listener.LatestBroadcast;
import org.jspecify.annotations.Nullable;

/**
 * Sends broadcasts through the present start, and keeps the last one beyond it. Safe for
 * use from any thread.
 */
public final class GroupBroadcasts implements LeaderElector.Broadcasts {

	private final Supplier<@Nullable GroupInbox<?>> inbox;

	private final LatestBroadcast latest;

	public GroupBroadcasts(Supplier<@Nullable GroupInbox<?>> inbox, LatestBroadcast latest) {
		this.inbox = inbox;
		this.latest = latest;
	}

	@Override
	public CompletionStage<Void> send(String text) {
		String refusal = LeaderBroadcast.refusal(text);
		if (refusal != null) {
			return CompletableFuture.failedStage(new ElectionRequestException(refusal));
		}
		GroupInbox<?> running = this.inbox.get();
		return (running != null) ? running.broadcast(text) : CompletableFuture.failedStage(Requests.notRunning());
	}

	@Override
	public Optional<LeaderBroadcast> last() {
		return this.latest.last();
	}

}
