package io.github.leaderelection.simulator.lab.exercise;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.metadata.runtime.RegisterFile;
import io.github.leaderelection.internal.nodefence.protocol.Former;
import io.github.leaderelection.internal.nodefence.runtime.FenceFactory;
import io.github.leaderelection.internal.nodefence.runtime.GroupFence;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.simulator.beside.ApplicationStart;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.lab.stage.Recorder;
import io.github.leaderelection.simulator.lab.stage.Recording;
import io.github.leaderelection.simulator.lab.stage.Settings;
import io.github.leaderelection.simulator.lab.stage.Stage;
import io.github.leaderelection.simulator.lab.variant.Election;
import io.github.leaderelection.simulator.network.Machines;

/**
 * Three fenced members, of which the leader stands still or is cut off.
 */
final class FencedLeader implements Exercise {

	private static final int NODES = 3;

	private static final int PATIENCE_LEASES = 60;

	private final String name;

	private final String about;

	private final boolean confirms;

	private final boolean split;

	/**
	 * Makes an exercise.
	 * @param confirms whether the fence stops a node and says so
	 * @param split whether the leader is cut off instead of standing still
	 */
	FencedLeader(String name, String about, boolean confirms, boolean split) {
		this.name = name;
		this.about = about;
		this.confirms = confirms;
		this.split = split;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public String about() {
		return this.about;
	}

	@Override
	public Recording recording(long seed) {
		return new Run(seed).play();
	}

	@Override
	public Story run(long seed) {
		List<String> lines = new ArrayList<>();
		lines.add(String.format(Locale.ROOT, "%s: %s (seed %d).", this.name, this.about, seed));
		recording(seed).faults()
			.forEach((fault) -> lines.add(String.format(Locale.ROOT, "%12.3f ms  %s", fault.at() / 1e6, fault.text())));
		return new Story(lines, Map.of());
	}

	/**
	 * One run.
	 */
	private final class Run implements ClusterObserver.Guests {

		private final Stage stage;

		private final Recorder recorder;

		private final long lease;

		private final Map<String, SavedMetadata> disks = new HashMap<>();

		private final Map<Integer, FenceFactory> fences = new HashMap<>();

		Run(long seed) {
			Settings settings = Settings.DEFAULT.withNodes(NODES);
			Election election = Election.find("quorum", "");
			this.lease = settings.lease();
			this.stage = new Stage(settings, seed, election, settings.promised(election.algorithm()));
			this.stage.invite(this);
			this.recorder = this.stage.record();
		}

		Recording play() {
			for (int node = 0; node < NODES; node++) {
				this.stage.node(node).start(false);
			}
			await(() -> this.stage.leader() >= 0);
			this.stage.run(2 * this.lease);
			int former = this.stage.leader();
			if (FencedLeader.this.split) {
				this.stage.note("n" + former + " is cut off: each side would shoot the other");
				this.stage.network().ways().isolate(former);
			}
			else {
				this.stage.note("n" + former + " stands still, in the midst of its work");
				this.stage.pause(former, 20 * this.lease, false);
			}
			await(() -> this.stage.leader() != former);
			if (!FencedLeader.this.confirms) {
				this.stage.run(8 * this.lease);
				if (this.stage.leader() >= 0) {
					throw new IllegalStateException("n" + this.stage.leader() + " leads without a confirmation");
				}
				this.stage.note("an operator switches n" + former + " off, and says confirm-fenced");
				this.stage.node(former).crash(Crash.POWER_LOST);
				confirm(former);
			}
			await(() -> this.stage.leader() >= 0);
			this.stage.run(2 * this.lease);
			this.stage.note("n" + former + " is started" + (FencedLeader.this.split ? ", and linked" : ""));
			this.stage.network().ways().healAll();
			this.stage.node(former).start(false);
			this.stage.run(3 * this.lease);
			this.stage.finish(0, null);
			return this.recorder.recording(FencedLeader.this.name, FencedLeader.this.about);
		}

		private void await(BooleanSupplier condition) {
			if (!this.stage.runUntil(condition, PATIENCE_LEASES * this.lease)) {
				throw new IllegalStateException("Nobody leads, or nobody ceases to");
			}
		}

		private void confirm(int former) {
			this.fences.forEach((node, factory) -> {
				GroupFence fence = factory.present();
				if (fence != null && node != former) {
					this.stage.node(node).application().run(() -> fence.confirm(Machines.id(former), (done) -> {
					}));
				}
			});
		}

		@Override
		public List<ExtensionFactory> of(int machine, NodeClock clock, LeaderElector elector) {
			ApplicationStart start = new ApplicationStart(this.stage.node(machine), elector);
			FenceFactory factory = new FenceFactory(PATIENCE_LEASES * this.lease, 0,
					(settings) -> file("register " + machine), (settings) -> file("led " + machine), () -> true, 1,
					Runnable::run, (target, url) -> fence(start, target));
			this.fences.put(machine, factory);
			return List.of(factory);
		}

		private CompletionStage<Boolean> fence(ApplicationStart by, Former target) {
			int victim = Machines.index(target.member());
			CompletableFuture<Boolean> answer = new CompletableFuture<>();
			this.stage.note("n" + by.node().index() + " runs its fence for n" + victim);
			this.stage.time().after(this.lease / 2, () -> {
				if (FencedLeader.this.confirms) {
					this.stage.node(victim).crash(Crash.POWER_LOST);
				}
				this.stage.note(FencedLeader.this.confirms ? "n" + victim + " is off: CONFIRMED" : "UNKNOWN");
				by.in(() -> answer.complete(FencedLeader.this.confirms));
			});
			return answer;
		}

		private RegisterFile file(String disk) {
			return new RegisterFile() {

				@Override
				public SavedMetadata load() {
					return Run.this.disks.getOrDefault(disk, SavedMetadata.BLANK);
				}

				@Override
				public void save(SavedMetadata state) {
					Run.this.disks.put(disk, state);
				}

			};
		}

		@Override
		public void stop(int machine, Runnable stop) {
			stop.run();
		}

	}

}
