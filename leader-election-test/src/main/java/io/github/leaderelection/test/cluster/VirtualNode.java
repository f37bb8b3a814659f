package io.github.leaderelection.test.cluster;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.flapping.FlappingSettings;
import io.github.leaderelection.internal.runtime.ElectionLoop;
import io.github.leaderelection.internal.runtime.ElectorOptions;
import io.github.leaderelection.internal.runtime.GroupElector;
import io.github.leaderelection.internal.runtime.GroupIdentity;
import io.github.leaderelection.internal.runtime.environment.LoopEnvironment;
import io.github.leaderelection.internal.runtime.group.GroupSpec;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * A node in virtual time: the loop and the electors of production, and no threads.
 */
final class VirtualNode implements ElectionNode {

	private final VirtualTime time;

	private final List<GroupSpec<?, ?>> specs;

	private final PeerTransport transport;

	private final SplittableRandom random;

	private final Map<String, GroupElector> electors = new LinkedHashMap<>();

	/** What its process would have done while it was paused. */
	private final Queue<Runnable> parked = new ConcurrentLinkedQueue<>();

	private volatile boolean paused;

	private volatile @Nullable ElectionLoop loop;

	/** When the loop runs next; used by events. */
	private long due = Long.MAX_VALUE;

	VirtualNode(VirtualTime time, List<GroupSpec<?, ?>> specs, PeerTransport transport) {
		this.time = time;
		this.specs = specs;
		this.transport = transport;
		this.random = new SplittableRandom(id().hashCode());
		ElectorOptions options = new ElectorOptions(FlappingSettings.DEFAULTS, false);
		specs.forEach((each) -> this.electors.put(each.settings().group(),
				new GroupElector(GroupIdentity.of(each.protocol().name(), each.settings()), time, options)));
	}

	@Override
	public NodeId id() {
		return this.specs.get(0).settings().self();
	}

	@Override
	public String cluster() {
		return this.specs.get(0).settings().cluster();
	}

	@Override
	public Set<String> groups() {
		return Collections.unmodifiableSet(this.electors.keySet());
	}

	@Override
	public LeaderElector elector(String group) {
		return Objects.requireNonNull(this.electors.get(group), () -> "There is no group '" + group + "'");
	}

	@Override
	public boolean isRunning() {
		return this.loop != null;
	}

	@Override
	public void start() {
		if (this.loop == null) {
			this.time.run(() -> {
				ElectionLoop started = new ElectionLoop(environment(), this.specs, this.electors);
				this.loop = started;
				started.start();
				wakeUp();
			});
		}
	}

	private LoopEnvironment environment() {
		return new LoopEnvironment(this.time, this.random::nextLong, this.transport, this::soon, this::soon, this::soon,
				this::at, this::soon, this::wakeUp);
	}

	/** Runs a task of this process, once it runs. */
	void soon(Runnable task) {
		at(this.time.monotonicNanos(), task);
		this.time.settle();
	}

	private void at(long atNanos, Runnable task) {
		this.time.at(atNanos, () -> {
			if (this.paused) {
				this.parked.add(task);
			}
			else {
				task.run();
			}
		});
	}

	private void wakeUp() {
		soon(() -> {
			this.due = this.time.monotonicNanos();
			turn();
		});
	}

	private void turn() {
		ElectionLoop present = this.loop;
		if (present == null || present.isStopped() || this.due > this.time.monotonicNanos()) {
			return;
		}
		this.due = present.runPending();
		if (this.due != Long.MAX_VALUE) {
			at(this.due, this::turn);
		}
	}

	/** Nothing of this process runs while its clocks go on. */
	void pause() {
		this.paused = true;
	}

	void resume() {
		this.time.run(() -> {
			this.paused = false;
			for (Runnable task = this.parked.poll(); task != null; task = this.parked.poll()) {
				at(this.time.monotonicNanos(), task);
			}
		});
	}

	/** Ends at once, in the middle of everything; nothing is saved or said. */
	void crash() {
		end("the test has killed the node");
	}

	@Override
	public void close() {
		ElectionLoop present = this.loop;
		if (present != null) {
			resume();
			this.time.run(() -> {
				this.electors.values().forEach(GroupElector::stopAdmitting);
				present.stop();
			});
			this.time.until(present::isStopped, Duration.ofNanos(this.specs.get(0).settings().drainNanos()));
			end("work of the node still ran as its stop was over");
		}
	}

	private void end(String why) {
		ElectionLoop present = this.loop;
		if (present != null) {
			this.time.run(() -> {
				if (!present.isStopped()) {
					present.fail(new IllegalStateException(why));
				}
				this.transport.close();
				present.retire();
				this.loop = null;
				this.paused = false;
				this.parked.clear();
			});
		}
	}

}
