package io.github.leaderelection.internal.metadata.runtime;

import java.util.concurrent.Executor;
import java.util.function.Function;

import io.github.leaderelection.internal.metadata.protocol.MetadataMessage;
import io.github.leaderelection.internal.metadata.protocol.MetadataSettings;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import org.jspecify.annotations.Nullable;

/**
 * Makes the register of the application's metadata at each start of its node, and knows
 * the present one.
 */
public final class RegisterFactory implements ExtensionFactory {

	private final Function<ElectionSettings, RegisterFile> files;

	private final Executor writer;

	private final RegisterListener listener;

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
	public GroupRegister create(GroupHost host) {
		ElectionSettings settings = host.settings();
		RegisterFile file = this.files.apply(settings);
		MetadataSettings own = new MetadataSettings(settings.self(), settings.members(), settings.heartbeatNanos());
		GroupRegister made = new GroupRegister(host, new MemberRegister(own, file.load()), file, this.writer,
				host::send, this.listener, (effect) -> {
				});
		this.present = made;
		return made;
	}

	/** The register of the newest start, null before the first. */
	public @Nullable GroupRegister present() {
		return this.present;
	}

}
