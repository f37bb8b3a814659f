package io.github.leaderelection.internal.gate.method;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.actuate.Statuses;
import io.github.leaderelection.internal.gate.Admission;
import io.github.leaderelection.internal.gate.GroupGate;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.internal.gate.MethodRuns;
import io.github.leaderelection.internal.gate.Rejection;
import io.github.leaderelection.internal.gate.skipped.RunWatch;
import io.github.leaderelection.spring.NotLeaderException.Reason;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.core.Ordered;

import static org.mockito.Mockito.mock;

/**
 * A gate that a test opens and closes, and that counts what passes.
 */
final class FakeGate implements LeaderGate, GroupGate {

	static final LeaderInfo LEADER = new LeaderInfo(NodeId.of("b"), "http://b", 7, 7, true);

	final AtomicInteger begun = new AtomicInteger();

	final AtomicInteger left = new AtomicInteger();

	final AtomicInteger ended = new AtomicInteger();

	final GateStatistics statistics = new GateStatistics();

	LeaderTransactions transactions = LeaderTransactions
		.none(() -> new LeaderTransactions.Obstacle("has none", "Omit it"));

	final List<Object> events = new CopyOnWriteArrayList<>();

	/** How long before its end a leader may have left a run to nobody. */
	Duration lease = Duration.ofHours(1);

	Duration drain = Duration.ofHours(1);

	final RunWatch watch = new RunWatch((group) -> this.lease, (group) -> this.drain, this.events::add);

	Rejection whyNot = new Rejection(Reason.FOLLOWER, LEADER);

	ElectionStatus status = Statuses.following("default");

	final List<LeadershipListener> listeners = new CopyOnWriteArrayList<>();

	volatile boolean open = true;

	/** Done after a call was not admitted. */
	Runnable whenAsked = () -> {
	};

	@Override
	public GroupGate of(String group) {
		return this;
	}

	@Override
	public boolean isOpen() {
		return this.open;
	}

	@Override
	public Admission admit(String name) {
		if (!this.open) {
			this.whenAsked.run();
			return null;
		}
		this.begun.incrementAndGet();
		return new Admission() {

			@Override
			public void left() {
				FakeGate.this.left.incrementAndGet();
			}

			@Override
			public void ended() {
				FakeGate.this.ended.incrementAndGet();
			}

		};
	}

	@Override
	public Rejection whyNot() {
		return this.whyNot;
	}

	@Override
	public ElectionStatus status() {
		return this.status;
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		this.listeners.add(listener);
		return () -> this.listeners.remove(listener);
	}

	void leader(LeaderInfo leader) {
		this.listeners.forEach((listener) -> listener.onLeaderChanged(leader));
	}

	/** Tells of a grant, which may have ended again. */
	void tell() {
		this.listeners.forEach((listener) -> listener.onGranted(mock(Leadership.class)));
	}

	void grant() {
		this.open = true;
		tell();
	}

	/** The outcomes of the last calls of a method, newest first; empty if not called. */
	List<String> outcomes(String method) {
		return this.statistics.runs("default")
			.stream()
			.filter((calls) -> calls.method().endsWith("." + method + "()"))
			.flatMap((calls) -> calls.runs().stream().map(MethodRuns.Entry::outcome))
			.toList();
	}

	int running() {
		return this.begun.get() - this.ended.get();
	}

	<T> T proxy(T target) {
		return proxy(target, false);
	}

	<T> T proxy(T target, boolean throwing) {
		return proxy(target, throwing, true);
	}

	<T> T byInterface(T target) {
		return proxy(target, false, false);
	}

	@SuppressWarnings("unchecked")
	private <T> T proxy(T target, boolean throwing, boolean byClass) {
		ProxyFactory factory = new ProxyFactory(target);
		factory.setProxyTargetClass(byClass);
		factory.addAdvisor(new LeaderOnlyAdvisor(new LeaderOnlyMethods(throwing), this, this.statistics,
				() -> this.transactions, this.watch, Ordered.HIGHEST_PRECEDENCE));
		return (T) factory.getProxy();
	}

}
