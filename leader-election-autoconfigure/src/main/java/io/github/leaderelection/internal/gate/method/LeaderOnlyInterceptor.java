package io.github.leaderelection.internal.gate.method;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.internal.gate.Admission;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.internal.gate.MethodRuns;
import io.github.leaderelection.internal.gate.skipped.DeferredCalls;
import io.github.leaderelection.internal.gate.skipped.MissedRuns;
import io.github.leaderelection.internal.gate.skipped.RunWatch;
import io.github.leaderelection.internal.gate.skipped.SkippedCall;
import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.LeadershipContextHolder;
import io.github.leaderelection.spring.NotLeaderException.Reason;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.ReactiveAdapter;
import org.springframework.util.function.SingletonSupplier;

/**
 * Runs a leader-only method if the gate admits it, and counts its work until it ends.
 */
final class LeaderOnlyInterceptor implements MethodInterceptor, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderOnlyInterceptor.class);

	private final LeaderOnlyMethods methods;

	private final GatedCalls calls;

	private final SingletonSupplier<LeaderTransactions> transactions;

	LeaderOnlyInterceptor(LeaderOnlyMethods methods, LeaderGate gate, GateStatistics statistics,
			Supplier<LeaderTransactions> transactions, RunWatch watch) {
		this.methods = methods;
		this.calls = new GatedCalls(methods, gate, statistics, watch);
		this.transactions = SingletonSupplier.of(transactions);
	}

	@Override
	public void close() {
		this.calls.close();
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		// The same type as in the pointcut: the target may be a proxy with the
		// annotation.
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
		return (admission != null) ? admitted(invocation, gated, admission) : instead(invocation, gated);
	}

	private @Nullable Object admitted(MethodInvocation invocation, GatedCall gated, Admission admission)
			throws Throwable {
		GatedOperation operation = gated.operation();
		MethodRuns.Run run = gated.runs().begin(admission);
		boolean ran = false;
		boolean continues = false;
		try {
			gated.counts().record(GateOutcome.ADMITTED);
			Object result = operation.transactional() ? inTransaction(invocation, operation)
					: proceed(invocation, operation);
			if (result instanceof CompletionStage<?> stage) {
				stage.whenComplete((value, failure) -> run.ended(failure == null));
				continues = true;
			}
			ran = true;
			return result;
		}
		finally {
			admission.left();
			if (!continues) {
				run.ended(ran);
			}
		}
	}

	/** Only the method itself can be interrupted, never the commit. */
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

	/** Runs a call at a subscription. */
	private SubscribedCall enter(MethodInvocation invocation, GatedCall gated) throws Throwable {
		Admission admission = gated.gate().admit(gated.operation().name());
		return (admission != null) ? begin(invocation, gated, admission)
				: new SubscribedCall(instead(invocation, gated), null, null);
	}

	private static SubscribedCall begin(MethodInvocation invocation, GatedCall gated, Admission admission)
			throws Throwable {
		MethodRuns.Run run = gated.runs().begin(admission);
		boolean continues = false;
		try {
			gated.counts().record(GateOutcome.ADMITTED);
			SubscribedCall entered = new SubscribedCall(invocation.proceed(), run, LeadershipContextHolder.get());
			continues = true;
			return entered;
		}
		finally {
			admission.left();
			if (!continues) {
				run.ended(false);
			}
		}
	}

	private @Nullable Object instead(MethodInvocation invocation, GatedCall gated) throws Throwable {
		GatedOperation operation = gated.operation();
		FollowerBehavior otherwise = isKept(invocation, gated) ? operation.otherwise() : new FollowerBehavior.Throw();
		gated.counts().record(otherwise.outcome());
		gated.runs().refused(otherwise.outcome().name());
		this.methods.skipped(operation, gated.gate());
		MissedRuns missed = gated.missed();
		if (missed != null) {
			boolean isMadeUp = operation.afterwards() == GatedOperation.Afterwards.MADE_UP;
			missed.skipped(gated.gate().whyNot(), isMadeUp ? later(invocation, gated) : null);
		}
		logger.debug("{} is not run on this node: {}", operation.name(), otherwise.outcome());
		return otherwise.answer(invocation.getThis(), invocation.getArguments(),
				() -> gated.gate().whyNot().exception(operation.group(), operation.name()));
	}

	/** Defers the call if the method does so; false if there is no room, which throws. */
	private boolean isKept(MethodInvocation invocation, GatedCall gated) {
		DeferredCalls deferred = gated.deferred();
		if (deferred == null || gated.gate().whyNot().reason() == Reason.DISABLED) {
			return true;
		}
		return deferred.keep(later(invocation, gated));
	}

	/**
	 * Copies the invocation, which proceeds only once and whose arguments may be reused.
	 */
	private SkippedCall later(MethodInvocation invocation, GatedCall gated) {
		MethodInvocation kept = ((ProxyMethodInvocation) invocation).invocableClone();
		return () -> {
			Admission admission = gated.gate().admit(gated.operation().name());
			if (admission == null) {
				return false;
			}
			admitted(kept, gated, admission);
			return true;
		};
	}

}
