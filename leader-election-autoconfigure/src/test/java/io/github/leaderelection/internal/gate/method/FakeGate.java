package io.github.leaderelection.internal.gate.method;

import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.gate.Admission;
import io.github.leaderelection.internal.gate.GroupGate;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.internal.gate.WhyNot;
import io.github.leaderelection.spring.NotLeaderException.Reason;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.core.Ordered;

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

	boolean open = true;

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
	public WhyNot whyNot() {
		return new WhyNot(Reason.FOLLOWER, LEADER);
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
				() -> this.transactions, Ordered.HIGHEST_PRECEDENCE));
		return (T) factory.getProxy();
	}

}
