package io.github.leaderelection.simulator.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.ElectorOptions;
import io.github.leaderelection.internal.runtime.GroupElector;
import io.github.leaderelection.internal.runtime.GroupIdentity;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import org.jspecify.annotations.Nullable;

/**
 * The application on a machine: asks its electors, and may stop and start its elections
 * without being restarted itself.
 */
public final class Application {

	private final SimulatedNode node;

	private List<GroupElector> electors = List.of();

	/** The election that the electors are of. */
	private @Nullable Algorithm algorithm;

	private boolean listening;

	private List<ExtensionFactory> guests = List.of();

	Application(SimulatedNode node) {
		this.node = node;
	}

	/** Whether this node leads at this instant. */
	public boolean isLeader(int group) {
		return this.electors.get(group).isLeader();
	}

	/**
	 * The elector of a group.
	 * @return the elector of the present or the last process
	 */
	public LeaderElector elector(int group) {
		return this.electors.get(group);
	}

	/** Calls an elector. Does nothing where no process runs. */
	public void call(int group, Consumer<LeaderElector> call) {
		SimulatedProcess called = this.node.process();
		if (called != null) {
			LeaderElector elector = elector(group);
			this.node.execution().in(called, () -> call.accept(elector));
		}
	}

	/** Whether the application that began with an elector is still there. */
	public boolean isOf(LeaderElector elector) {
		return this.electors.contains(elector);
	}

	/** Does something in the application, once it does not stand still. */
	public void run(Runnable task) {
		this.node.execution().inJvm(this.electors, task);
	}

	/** Runs leader-only work, if it is admitted. */
	public void work(int group, long nanos) {
		SimulatedProcess called = this.node.process();
		call(group, (elector) -> {
			LeaderWork work = elector.beginWork();
			if (work != null && called != null) {
				this.node.surroundings().time.after(nanos, () -> this.node.execution().in(called, work::close));
			}
		});
	}

	/**
	 * Starts with the electors it has, or as a new application with new ones.
	 */
	List<GroupElector> start(boolean sameJvm, List<ElectionSettings> settings) {
		if (!sameJvm || this.electors.isEmpty() || !this.node.algorithm().equals(this.algorithm)) {
			this.algorithm = this.node.algorithm();
			this.electors = newElectors(this.node, settings);
			this.guests = guests(this.electors.get(0));
			this.listening = false;
		}
		return this.electors;
	}

	private List<ExtensionFactory> guests(LeaderElector elector) {
		ClusterObserver.Guests invited = this.node.surroundings().guests;
		return (invited != null) ? invited.of(this.node.index(), this.node.processClock(), elector) : List.of();
	}

	/** What stands beside the election of a group. */
	List<ExtensionFactory> guests(int group) {
		return (group == 0) ? this.guests : List.of();
	}

	void listen() {
		if (!this.listening) {
			this.listening = true;
			this.node.surroundings().tell((observer) -> observer.listening(this.node.index()));
			for (int i = 0; i < this.electors.size(); i++) {
				this.electors.get(i)
					.addListener(new UserListener(this.node.surroundings(), this.node.dice(), this.node.index(), i));
			}
		}
	}

	void die() {
		this.electors = List.of();
	}

	boolean runsWith(List<GroupElector> used) {
		return used == this.electors;
	}

	private static List<GroupElector> newElectors(SimulatedNode node, List<ElectionSettings> settings) {
		List<GroupElector> made = new ArrayList<>();
		String name = node.algorithm().name();
		for (ElectionSettings each : settings) {
			made.add(new GroupElector(GroupIdentity.of(name, each), node.processClock(), ElectorOptions.DEFAULTS));
		}
		return List.copyOf(made);
	}

}
