package io.github.leaderelection.internal.transport.alive;

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
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * Tells the receiver when the process of a member has ended for certain, and lets the
 * others see the same of this one. Safe for use from any thread.
 */
public final class CrashDetection implements AutoCloseable {

	/** The setting that turns it on. */
	public static final String KEY = "crash-detection";

	/** Its value then. */
	public static final String CONNECTION = "connection";

	/**
	 * What has to hold beside the clocks, so that no two leases overlap. The guide says
	 * what breaks each, in the same words.
	 */
	public static final List<String> CONDITIONS = List.of("Nothing refuses connections in the name of a member",
			"The address of a member does not move while its process lives",
			"Nobody destroys sockets of a member from outside", "No process is checkpointed and restored",
			"Nobody on the network forges packets between members");

	private static final String RESTARTABLE = "RestartClassLoader";

	private final Map<NodeId, MemberWatch> watches = new HashMap<>();

	private final Map<NodeId, Starts> starts = new ConcurrentHashMap<>();

	private final long process;

	private final PeerTransport.Receiver receiver;

	private final ProcessListener listener;

	/**
	 * Begins; members see from now on that this process lives.
	 * @param address the local address at which members see it, null for all of the
	 * machine
	 * @param host where a member is reached, null while that is unknown
	 * @throws InvalidSettingException if this system does not allow it
	 */
	public CrashDetection(NodeId self, List<NodeId> members, long process, SharedSecret secret,
			@Nullable InetAddress address, Function<NodeId, @Nullable String> host, PeerTransport.Receiver receiver) {
		this(listener(address), self, members, process, secret, host, receiver);
	}

	CrashDetection(ProcessListener listener, NodeId self, List<NodeId> members, long process, SharedSecret secret,
			Function<NodeId, @Nullable String> host, PeerTransport.Receiver receiver) {
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
	 * Checks whether this system allows it.
	 * @throws InvalidSettingException if it does not
	 */
	public static void check() {
		String system = System.getProperty("os.name", "");
		if (!system.equals("Linux")) {
			throw refused("This system, " + system + ", is not known to refuse connections only for ended processes",
					"Leave it out, or run all nodes on Linux");
		}
		for (ClassLoader each = CrashDetection.class.getClassLoader(); each != null; each = each.getParent()) {
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

	/** Where this process listens: greetings name it. */
	public int port() {
		return this.listener.port();
	}

	/**
	 * A link with a member's process opened.
	 * @param port where it listens, null if it does not
	 */
	public void linked(NodeId member, long its, @Nullable Integer port) {
		MemberWatch watch = this.watches.get(member);
		if (watch != null) {
			watch.watch(its, port);
		}
	}

	/**
	 * A process of a member sent a message, which names a start of an election in it.
	 */
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

	/** For the operator: whether it is in use for a member, or why not. */
	public @Nullable String state(NodeId member) {
		MemberWatch watch = this.watches.get(member);
		return (watch != null) ? watch.state() : null;
	}

	/** This process may run on, and is watched on: only its elections have ended. */
	@Override
	public void close() {
		this.watches.values().forEach(MemberWatch::close);
		this.listener.release(this.process);
	}

	/**
	 * What is known to run in a process of a member.
	 *
	 * @param incarnations the newest start of each group's election, by the group's name
	 */
	private record Starts(long process, Map<String, Long> incarnations) {
	}

}
