package io.github.leaderelection.internal.nodefence.runtime;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.github.leaderelection.internal.metadata.runtime.RegisterFile;
import io.github.leaderelection.internal.nodefence.protocol.FenceSettings;
import io.github.leaderelection.internal.nodefence.protocol.Former;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import org.jspecify.annotations.Nullable;

/**
 * Makes the fence of a group at each start of its node, and knows the present one.
 */
public final class FenceFactory implements ExtensionFactory {

	private final long timeoutNanos;

	private final long intervalNanos;

	private final Function<ElectionSettings, RegisterFile> files;

	private final Function<ElectionSettings, RegisterFile> ends;

	private final Executor writer;

	private final BiFunction<Former, @Nullable String, CompletionStage<Boolean>> fence;

	private volatile @Nullable GroupFence present;

	/**
	 * Makes a factory for one group.
	 * @param files opens the file of a node; its failure fails the start
	 * @param ends opens where a node keeps the newest of its own leaderships that is over
	 * @param writer runs one save after the other, off the loop; the process ends after
	 * all that it was given
	 * @param fence fences a member at a URL, which may be unknown, on another thread;
	 * completes with whether that is confirmed
	 */
	public FenceFactory(long timeoutNanos, long intervalNanos, Function<ElectionSettings, RegisterFile> files,
			Function<ElectionSettings, RegisterFile> ends, Executor writer,
			BiFunction<Former, @Nullable String, CompletionStage<Boolean>> fence) {
		this.timeoutNanos = timeoutNanos;
		this.intervalNanos = intervalNanos;
		this.files = files;
		this.ends = ends;
		this.writer = writer;
		this.fence = fence;
	}

	@Override
	public String name() {
		return "fence";
	}

	@Override
	public Class<FenceMessage> messageType() {
		return FenceMessage.class;
	}

	@Override
	public GroupFence create(GroupHost host) {
		ElectionSettings settings = host.settings();
		FenceSettings own = new FenceSettings(settings.self(), host.incarnation(), settings.leaseNanos(),
				this.timeoutNanos, this.intervalNanos);
		GroupFence made = new GroupFence(host, own, this.files.apply(settings), this.ends.apply(settings), this.writer,
				this.fence);
		this.present = made;
		return made;
	}

	/** The fence of the newest start, null before the first. */
	public @Nullable GroupFence present() {
		return this.present;
	}

}
