package io.github.leaderelection.internal.nodefence.runtime;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import io.github.leaderelection.internal.metadata.runtime.RegisterFile;
import io.github.leaderelection.internal.nodefence.protocol.FenceSettings;
import io.github.leaderelection.internal.nodefence.protocol.Former;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * Makes the fence of a group at each start of its node, and knows the present one.
 */
public final class FenceFactory implements ExtensionFactory {

	private final long timeoutNanos;

	private final long intervalNanos;

	private final Function<ElectionSettings, RegisterFile> files;

	private final Function<ElectionSettings, RegisterFile> own;

	private final BooleanSupplier alone;

	private final long boot;

	private final Executor writer;

	private final BiFunction<Former, @Nullable String, CompletionStage<Boolean>> fence;

	/** Of the newest start, null where members keep what is settled. */
	private volatile @Nullable LeaseStore store;

	private volatile @Nullable GroupFence present;

	/**
	 * Makes a factory for one group.
	 * @param files opens the file of a node; its failure fails the start
	 * @param own opens where a node names its own leaderships
	 * @param alone whether no earlier process of the node runs any more; once it is true
	 * it stays so until this process ends
	 * @param boot names the boot of the machine, on which earlier processes may have
	 * ended
	 * @param writer runs one save after the other, off the loop
	 * @param fence fences a member at a URL, which may be unknown, on another thread;
	 * completes with whether that is confirmed
	 */
	public FenceFactory(long timeoutNanos, long intervalNanos, Function<ElectionSettings, RegisterFile> files,
			Function<ElectionSettings, RegisterFile> own, BooleanSupplier alone, long boot, Executor writer,
			BiFunction<Former, @Nullable String, CompletionStage<Boolean>> fence) {
		this.timeoutNanos = timeoutNanos;
		this.intervalNanos = intervalNanos;
		this.files = files;
		this.own = own;
		this.alone = alone;
		this.boot = boot;
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
	public void keptIn(@Nullable LeaseStore kept) {
		if (kept != null && !kept.keepsValues()) {
			throw new InvalidSettingException("fence", "set",
					"Former leaders cannot be fenced, for " + kept.description() + " keeps no values beside leases",
					"Choose a store that does, such as jdbc, or remove it");
		}
		this.store = kept;
	}

	@Override
	public GroupFence create(GroupHost host) {
		ElectionSettings settings = host.settings();
		FenceSettings fencing = new FenceSettings(settings.self(), host.incarnation(), settings.leaseNanos(),
				this.timeoutNanos, this.intervalNanos);
		GroupFence made = new GroupFence(host, fencing, this.files.apply(settings), this.own.apply(settings),
				this.alone, this.boot, this.writer, this.fence, this.store);
		this.present = made;
		return made;
	}

	/** The fence of the newest start, null before the first. */
	public @Nullable GroupFence present() {
		return this.present;
	}

}
