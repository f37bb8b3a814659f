package io.github.leaderelection.internal.nodefence.runtime;

import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.nodefence.protocol.FenceSettings;
import io.github.leaderelection.internal.nodefence.protocol.Former;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import org.jspecify.annotations.Nullable;

/**
 * Makes the fence of a group at each start of its node, and knows the present one.
 */
public final class FenceFactory implements ExtensionFactory {

	private final long timeoutNanos;

	private final long intervalNanos;

	private final Supplier<SavedMetadata> kept;

	private final BiConsumer<SavedMetadata, Runnable> saver;

	private final BiFunction<Former, @Nullable String, CompletionStage<Boolean>> fence;

	private volatile @Nullable GroupFence present;

	/**
	 * Makes a factory for one group.
	 * @param kept what the register of this member has saved
	 * @param saver saves it, then runs the task
	 * @param fence fences a member at a URL, which may be unknown, on another thread;
	 * completes with whether that is confirmed
	 */
	public FenceFactory(long timeoutNanos, long intervalNanos, Supplier<SavedMetadata> kept,
			BiConsumer<SavedMetadata, Runnable> saver,
			BiFunction<Former, @Nullable String, CompletionStage<Boolean>> fence) {
		this.timeoutNanos = timeoutNanos;
		this.intervalNanos = intervalNanos;
		this.kept = kept;
		this.saver = saver;
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
		GroupFence made = new GroupFence(host, new FenceSettings(host.settings().self(), host.incarnation(),
				host.settings().leaseNanos(), this.timeoutNanos, this.intervalNanos), this.kept.get(), this.saver,
				this.fence);
		this.present = made;
		return made;
	}

	/** The fence of the newest start, null before the first. */
	public @Nullable GroupFence present() {
		return this.present;
	}

}
