package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.transport.spi.CrashDetector;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * Takes a process for ended once its connection has ended and its address refuses a new
 * connection. Safe for use from any thread.
 */
public final class ConnectionCrashDetector implements CrashDetector {

	/** The setting that turns crash detection on. */
	public static final String KEY = "crash-detection";

	/** The value of the setting with which crash detection is on. */
	public static final String CONNECTION = "connection";

	private static final String RESTARTABLE = "RestartClassLoader";

	private final Map<NodeId, MemberWatch> watches = new HashMap<>();

	private final Map<NodeId, Starts> starts = new ConcurrentHashMap<>();

	private final long process;

	private final PeerTransport.Receiver receiver;

	private final ProcessListener listener;

	/**
	 * Returns a factory of detectors. A detector watches the members of a transport, and
	 * they watch this process. Without a secret no other machine reaches the listener.
	 * @param address the local address at which members see this process, null for all
	 * addresses of the machine
	 * @throws InvalidSettingException if this system does not allow crash detection
	 */
	public static Factory at(@Nullable InetAddress address) {
		return (settings, process, secret, host, receiver) -> new ConnectionCrashDetector(
				listener(watchedAt(address, settings.secret() != null)), settings.self(), settings.members(), process,
				secret, host, receiver);
	}

	static @Nullable InetAddress watchedAt(@Nullable InetAddress address, boolean secret) {
		boolean local = address != null && address.isLoopbackAddress();
		return (secret || local) ? address : InetAddress.getLoopbackAddress();
	}

	ConnectionCrashDetector(ProcessListener listener, NodeId self, List<NodeId> members, long process,
			SharedSecret secret, Function<NodeId, @Nullable String> host, PeerTransport.Receiver receiver) {
		this.process = process;
		this.receiver = receiver;
		this.listener = listener;
		this.listener.claim(process, secret, receiver::takenForEnded);
		for (NodeId member : members) {
			if (!member.equals(self)) {
				this.watches.put(member, new MemberWatch(self, member, secret, this.listener, () -> host.apply(member),
						(ended) -> ended(member, ended)));
			}
		}
	}

	/**
	 * Checks whether this system allows crash detection.
	 * @throws InvalidSettingException if it does not
	 */
	public static void check() {
		String system = System.getProperty("os.name", "");
		if (!system.equals("Linux")) {
			throw refused("This system, " + system + ", is not known to refuse connections only for ended processes",
					"Leave it out, or run all nodes on Linux");
		}
		for (ClassLoader each = ConnectionCrashDetector.class.getClassLoader(); each != null; each = each.getParent()) {
			if (each.getClass().getSimpleName().equals(RESTARTABLE)) {
				throw refused("The library is loaded anew at each restart by the developer tools",
						"Leave it out while you develop, or exclude leader-election by restart.exclude in "
								+ "META-INF/spring-devtools.properties");
			}
		}
	}

	private static ProcessListener listener(@Nullable InetAddress address) {
		check();
		try {
			return ProcessListener.ofThisProcess(address);
		}
		catch (IOException ex) {
			throw refused("No listener can be opened: " + ex.getMessage(),
					"Leave it out, or allow this process to listen on a port that the system chooses");
		}
	}

	private static InvalidSettingException refused(String problem, String remedy) {
		return new InvalidSettingException(KEY, CONNECTION, problem, remedy);
	}

	@Override
	public int port() {
		return this.listener.port();
	}

	@Override
	public void linked(NodeId member, long its, @Nullable Integer port) {
		MemberWatch watch = this.watches.get(member);
		if (watch != null) {
			watch.watch(its, port);
		}
	}

	@Override
	public void heard(NodeId member, long its, String group, long incarnation) {
		Starts known = this.starts.get(member);
		if (known == null || known.process() != its) {
			known = this.starts.compute(member, (id, present) -> (present != null && present.process() == its) ? present
					: new Starts(its, new ConcurrentHashMap<>()));
		}
		if (!Objects.equals(known.incarnations().get(group), incarnation)) {
			known.incarnations().put(group, incarnation);
		}
	}

	private void ended(NodeId member, long its) {
		Starts known = this.starts.get(member);
		if (known != null && known.process() == its) {
			this.receiver.ended(member, Map.copyOf(known.incarnations()));
		}
	}

	@Override
	public @Nullable String state(NodeId member) {
		MemberWatch watch = this.watches.get(member);
		return (watch != null) ? watch.state() : null;
	}

	/** Keeps the listener open: only elections have ended, this process may run on. */
	@Override
	public void close() {
		this.watches.values().forEach(MemberWatch::close);
		this.listener.release(this.process);
	}

	/**
	 * The elections that are known to run in a process of a member.
	 *
	 * @param incarnations the newest start of each group's election, by the group's name
	 */
	private record Starts(long process, Map<String, Long> incarnations) {
	}

}
