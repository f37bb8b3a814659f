package io.github.leaderelection.gate;

import java.util.concurrent.CompletionStage;

import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.LeadershipContextHolder;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.support.AopUtils;

/**
 * Runs a leader-only method if the gate admits it, and has its work counted until it
 * ends.
 */
final class LeaderOnlyInterceptor implements MethodInterceptor {

	private static final Logger logger = LoggerFactory.getLogger(LeaderOnlyInterceptor.class);

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
		return operation.reactive() ? ReactiveGate.publisher(invocation, (call) -> enter(call, operation))
				: call(invocation, operation);
	}

	private @Nullable Object call(MethodInvocation invocation, GatedOperation operation) throws Throwable {
		Admission admission = this.gate.admit(operation.group());
		if (admission == null) {
			return instead(invocation, operation);
		}
		boolean goesOn = false;
		try {
			this.statistics.record(operation.group(), GateOutcome.ADMITTED);
			Object result = operation.interrupted() ? interruptible(invocation) : invocation.proceed();
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

	private static @Nullable Object interruptible(MethodInvocation invocation) throws Throwable {
		LeadershipContext context = LeadershipContextHolder.get();
		if (context == null) {
			return invocation.proceed();
		}
		Interruption interruption = new Interruption();
		Registration registration = context.onRevocation(interruption::interrupt);
		try {
			return invocation.proceed();
		}
		finally {
			registration.close();
			interruption.close();
		}
	}

	/** A call made at a subscription. */
	private Entered enter(MethodInvocation invocation, GatedOperation operation) throws Throwable {
		Admission admission = this.gate.admit(operation.group());
		return (admission != null) ? begin(invocation, operation, admission)
				: new Entered(instead(invocation, operation), Admission.UNCOUNTED);
	}

	private Entered begin(MethodInvocation invocation, GatedOperation operation, Admission admission) throws Throwable {
		boolean goesOn = false;
		try {
			this.statistics.record(operation.group(), GateOutcome.ADMITTED);
			Entered entered = new Entered(invocation.proceed(), admission);
			goesOn = true;
			return entered;
		}
		finally {
			admission.left();
			if (!goesOn) {
				admission.ended();
			}
		}
	}

	private @Nullable Object instead(MethodInvocation invocation, GatedOperation operation) throws Throwable {
		Otherwise otherwise = operation.otherwise();
		this.statistics.record(operation.group(), otherwise.outcome());
		logger.debug("{} is not run on this node: {}", operation.name(), otherwise.outcome());
		return otherwise.answer(invocation.getThis(), invocation.getArguments(),
				() -> this.gate.whyNot(operation.group()).exception(operation));
	}

}
