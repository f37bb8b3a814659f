package io.github.leaderelection.internal.metadata.runtime;

import java.util.concurrent.Executor;
import java.util.function.Function;

import io.github.leaderelection.internal.metadata.protocol.MetadataMessage;
import io.github.leaderelection.internal.metadata.protocol.MetadataSettings;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * Makes the register of the application's metadata at each start of its node, and knows
 * the present one.
 */
public final class RegisterFactory implements ExtensionFactory {

	private final Function<ElectionSettings, RegisterFile> files;

	private final Executor writer;

	private final RegisterListener listener;

	/** Of the newest start, null where members keep the register. */
	private volatile @Nullable LeaseStore store;

	private volatile boolean refused;

	private volatile @Nullable GroupRegister present;

	/**
	 * Makes a factory for one group.
	 * @param files opens the file of a node; its failure fails the start
	 * @param writer runs one save after the other, off the loop
	 */
	public RegisterFactory(Function<ElectionSettings, RegisterFile> files, Executor writer, RegisterListener listener) {
		this.files = files;
		this.writer = writer;
		this.listener = listener;
	}

	@Override
	public String name() {
		return "metadata";
	}

	@Override
	public Class<MetadataMessage> messageType() {
		return MetadataMessage.class;
	}

	@Override
	public void keptIn(@Nullable LeaseStore kept) {
		this.store = kept;
		this.refused = kept != null && !kept.keepsValues();
	}

	@Override
	public GroupExtension create(GroupHost host) {
		LeaseStore kept = this.store;
		if (this.refused) {
			this.listener.refused("the store of its lease keeps no values beside leases: choose one that does, such as "
					+ "jdbc, or an election among members, such as quorum");
			return new GroupExtension() {
			};
		}
		GroupRegister made = (kept != null) ? stored(host, new StoredValue(kept, host.settings(), "", (value) -> {
		}), this.listener) : ofMembers(host);
		this.present = made;
		return made;
	}

	private GroupRegister ofMembers(GroupHost host) {
		ElectionSettings settings = host.settings();
		RegisterFile file = this.files.apply(settings);
		MetadataSettings own = new MetadataSettings(settings.self(), settings.members(), settings.heartbeatNanos());
		SavedMetadata saved = file.load();
		MemberRegister register = new MemberRegister(own, saved, new MetadataTrace(host, own, saved));
		return new GroupRegister(host, register, file, this.writer, host::send, this.listener, (ask, events) -> {
		});
	}

	/** Makes a register that a store keeps. */
	public static GroupRegister stored(GroupHost host, StoredValue value, RegisterListener listener) {
		StoredRegister stored = new StoredRegister(value, host.settings(), host.clock().now());
		return new GroupRegister(host, stored, RegisterFile.inMemory(), Runnable::run, host::send, listener,
				stored::ask);
	}

	/** The register of the newest start, null before the first. */
	public @Nullable GroupRegister present() {
		return this.present;
	}

}
