package io.github.leaderelection.gate;

import java.util.concurrent.CompletionStage;

import io.github.leaderelection.spring.NotLeaderException;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;

/**
 * Runs a leader-only method if the gate admits it, and has its work counted until it
 * ends.
 */
final class LeaderOnlyInterceptor implements MethodInterceptor {

	private final LeaderOnlyMethods methods;

	private final LeaderGate gate;

	private final GateStatistics statistics;

	LeaderOnlyInterceptor(LeaderOnlyMethods methods, LeaderGate gate, GateStatistics statistics) {
		this.methods = methods;
		this.gate = gate;
		this.statistics = statistics;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		Class<?> type = (target != null) ? AopUtils.getTargetClass(target) : invocation.getMethod().getDeclaringClass();
		GatedOperation operation = this.methods.find(invocation.getMethod(), type);
		if (operation == null) {
			return invocation.proceed();
		}
		Admission admission = this.gate.admit(operation.group());
		return (admission != null) ? run(invocation, operation, admission) : skip(operation);
	}

	private @Nullable Object run(MethodInvocation invocation, GatedOperation operation, Admission admission)
			throws Throwable {
		boolean goesOn = false;
		try {
			this.statistics.record(operation.group(), GateOutcome.ADMITTED);
			Object result = invocation.proceed();
			if (result instanceof CompletionStage<?> stage) {
				stage.whenComplete((value, failure) -> admission.ended());
				goesOn = true;
			}
			return result;
		}
		finally {
			admission.left();
			if (!goesOn) {
				admission.ended();
			}
		}
	}

	private @Nullable Object skip(GatedOperation operation) {
		if (operation.throwing()) {
			this.statistics.record(operation.group(), GateOutcome.REFUSED);
			throw new NotLeaderException(operation.group(), operation.name());
		}
		this.statistics.record(operation.group(), GateOutcome.SKIPPED);
		return operation.answer().get();
	}

}
