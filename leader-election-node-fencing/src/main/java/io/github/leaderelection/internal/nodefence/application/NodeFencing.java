package io.github.leaderelection.internal.nodefence.application;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Promise;
import io.github.leaderelection.fencing.NodeFence;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.lifecycle.NodeExtension;
import io.github.leaderelection.internal.metadata.runtime.DiskRegisterFile;
import io.github.leaderelection.internal.metadata.runtime.RegisterFile;
import io.github.leaderelection.internal.nodefence.protocol.Former;
import io.github.leaderelection.internal.nodefence.runtime.FenceFactory;
import io.github.leaderelection.internal.nodefence.runtime.GroupFence;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Fences former leaders of all groups of a node, if it has a fence.
 */
public final class NodeFencing implements NodeExtension, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final String KEY = "leader-election.fence";

	private final Map<String, FenceFactory> groups = new TreeMap<>();

	private final @Nullable NodeFence fence;

	private final Duration timeout;

	private final Duration minInterval;

	/** A thread for each fence that is under way. */
	private final ExecutorService threads;

	private final ExecutorService saves;

	/**
	 * Creates what fences.
	 * @param fence null to fence nobody, and to change nothing
	 * @param timeout how long a winner tries before it cedes
	 * @param minInterval between two members that this node fences
	 */
	public NodeFencing(@Nullable NodeFence fence, Duration timeout, Duration minInterval) {
		this.fence = fence;
		this.timeout = timeout;
		this.minInterval = minInterval;
		CustomizableThreadFactory factory = new CustomizableThreadFactory("leader-election-fence-");
		factory.setDaemon(true);
		this.threads = Executors.newCachedThreadPool(factory);
		this.saves = Executors.newSingleThreadExecutor(factory);
	}

	@Override
	public void extend(ElectionNodeBuilder builder) {
		NodeFence stops = this.fence;
		if (stops == null) {
			return;
		}
		Map<String, Set<Promise>> promises = builder.promises();
		builder.groups().forEach((group, options) -> {
			requireUsable(group, options, promises.getOrDefault(group, Set.of()));
			Path directory = builder.stateDirectory();
			if (directory == null && !Algorithm.LEASE.equals(options.algorithm())) {
				throw new InvalidElectionConfigurationException("leader-election.state-directory", null,
						"A fence is set, and what it confirms would be forgotten at a restart",
						"Set it to a directory on a local disk, or remove " + KEY);
			}
			FenceFactory factory = new FenceFactory(nanos(this.timeout), nanos(this.minInterval),
					(settings) -> file(directory, settings, ".unsettled"),
					(settings) -> file(directory, settings, ".led"),
					() -> directory != null && ProcessLock.hold(directory.resolve("fence.lock")), ProcessLock.boot(),
					this.saves, (former, url) -> CompletableFuture.supplyAsync(() -> fence(stops, group, former, url),
							this.threads));
			this.groups.put(group, factory);
			builder.extension(group, factory);
		});
	}

	private static RegisterFile file(@Nullable Path directory, ElectionSettings settings, String suffix) {
		return (directory != null) ? new DiskRegisterFile(directory, settings, suffix) : RegisterFile.inMemory();
	}

	private static void requireUsable(String group, GroupOptions options, Set<Promise> promises) {
		if (!promises.containsAll(Set.of(Promise.S2, Promise.S3))) {
			throw new InvalidElectionConfigurationException(KEY, "set",
					"Former leaders of group '" + group + "' cannot be fenced, for its election '" + options.algorithm()
							+ "' may have two leaders at once",
					"Use one that promises S2 and S3, such as quorum, or remove " + KEY);
		}
	}

	private static long nanos(Duration duration) {
		return TimeUnit.NANOSECONDS.convert(duration);
	}

	/** Runs on a thread of its own; whatever is not confirmed counts as unknown. */
	private static boolean fence(NodeFence fence, String group, Former former, @Nullable String url) {
		NodeFence.Target target = new NodeFence.Target(group, former.member(), url, former.incarnation(),
				former.token());
		try {
			NodeFence.Outcome outcome = fence.fence(target);
			logger.info("Group '{}': the fence of '{}' answers {}", group, former.member(), outcome);
			return outcome == NodeFence.Outcome.CONFIRMED;
		}
		catch (RuntimeException ex) {
			logger.error("Group '{}': the fence of '{}' failed, and says nothing", group, former.member(), ex);
			return false;
		}
	}

	/** The fence of a group in its newest start, null without one. */
	@Nullable GroupFence present(String group) {
		FenceFactory factory = this.groups.get(group);
		return (factory != null) ? factory.present() : null;
	}

	/** The groups that are fenced. */
	Set<String> groups() {
		return Collections.unmodifiableSet(this.groups.keySet());
	}

	@Override
	public CompletionStage<Void> stop(String group) {
		return CompletableFuture.completedStage(null);
	}

	@Override
	public List<String> problems(String group) {
		GroupFence present = present(group);
		String problem = (present != null) ? present.problem() : null;
		return (problem != null) ? List.of(problem) : List.of();
	}

	@Override
	public void close() {
		this.threads.shutdown();
		this.saves.shutdown();
	}

}
