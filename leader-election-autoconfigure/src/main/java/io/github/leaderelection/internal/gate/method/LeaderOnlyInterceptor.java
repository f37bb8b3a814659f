package io.github.leaderelection.internal.gate.method;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.internal.gate.Admission;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.LeadershipContextHolder;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.ReactiveAdapter;
import org.springframework.util.function.SingletonSupplier;

/**
 * Runs a leader-only method if the gate admits it, and counts its work until it ends.
 */
final class LeaderOnlyInterceptor implements MethodInterceptor {

	private static final Logger logger = LoggerFactory.getLogger(LeaderOnlyInterceptor.class);

	private final GatedCalls calls;

	private final SingletonSupplier<LeaderTransactions> transactions;

	LeaderOnlyInterceptor(LeaderOnlyMethods methods, LeaderGate gate, GateStatistics statistics,
			Supplier<LeaderTransactions> transactions) {
		this.calls = new GatedCalls(methods, gate, statistics);
		this.transactions = SingletonSupplier.of(transactions);
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		// As the pointcut was asked: a target may be a proxy that the annotation is on.
		Class<?> type = (target != null) ? target.getClass() : invocation.getMethod().getDeclaringClass();
		GatedCall gated = this.calls.find(invocation.getMethod(), type);
		if (gated == null) {
			return invocation.proceed();
		}
		ReactiveAdapter adapter = gated.operation().adapter();
		return (adapter != null) ? ReactiveGate.publisher(invocation, adapter, (call) -> enter(call, gated))
				: call(invocation, gated);
	}

	private @Nullable Object call(MethodInvocation invocation, GatedCall gated) throws Throwable {
		GatedOperation operation = gated.operation();
		Admission admission = gated.gate().admit(operation.name());
		if (admission == null) {
			return instead(invocation, gated);
		}
		boolean continues = false;
		try {
			gated.counts().record(GateOutcome.ADMITTED);
			Object result = operation.transactional() ? inTransaction(invocation, operation)
					: proceed(invocation, operation);
			if (result instanceof CompletionStage<?> stage) {
				stage.whenComplete((value, failure) -> admission.ended());
				continues = true;
			}
			return result;
		}
		finally {
			admission.left();
			if (!continues) {
				admission.ended();
			}
		}
	}

	/** Nothing interrupts a commit. */
	private @Nullable Object inTransaction(MethodInvocation invocation, GatedOperation operation) throws Throwable {
		LeaderTransactions present = this.transactions.obtain();
		LeaderTransactions.Obstacle obstacle = present.obstacle();
		if (obstacle != null) {
			throw new UngatableMethodException(operation.method(), obstacle.problem(), obstacle.remedy());
		}
		return present.run(LeadershipContextHolder.get(), operation.name(), () -> proceed(invocation, operation));
	}

	private static @Nullable Object proceed(MethodInvocation invocation, GatedOperation operation) throws Throwable {
		return operation.interrupted() ? interruptible(invocation) : invocation.proceed();
	}

	private static @Nullable Object interruptible(MethodInvocation invocation) throws Throwable {
		LeadershipContext context = LeadershipContextHolder.get();
		if (context == null) {
			return invocation.proceed();
		}
		try (Interruption interruption = new Interruption()) {
			Registration registration = context.onRevocation(interruption::interrupt);
			try {
				return invocation.proceed();
			}
			finally {
				registration.close();
			}
		}
	}

	/** Makes a call at a subscription. */
	private static SubscribedCall enter(MethodInvocation invocation, GatedCall gated) throws Throwable {
		Admission admission = gated.gate().admit(gated.operation().name());
		return (admission != null) ? begin(invocation, gated, admission)
				: new SubscribedCall(instead(invocation, gated), Admission.UNCOUNTED, null);
	}

	private static SubscribedCall begin(MethodInvocation invocation, GatedCall gated, Admission admission)
			throws Throwable {
		boolean continues = false;
		try {
			gated.counts().record(GateOutcome.ADMITTED);
			SubscribedCall entered = new SubscribedCall(invocation.proceed(), admission, LeadershipContextHolder.get());
			continues = true;
			return entered;
		}
		finally {
			admission.left();
			if (!continues) {
				admission.ended();
			}
		}
	}

	private static @Nullable Object instead(MethodInvocation invocation, GatedCall gated) throws Throwable {
		GatedOperation operation = gated.operation();
		FollowerBehavior otherwise = operation.otherwise();
		gated.counts().record(otherwise.outcome());
		logger.debug("{} is not run on this node: {}", operation.name(), otherwise.outcome());
		return otherwise.answer(invocation.getThis(), invocation.getArguments(),
				() -> gated.gate().whyNot().exception(operation.group(), operation.name()));
	}

}
