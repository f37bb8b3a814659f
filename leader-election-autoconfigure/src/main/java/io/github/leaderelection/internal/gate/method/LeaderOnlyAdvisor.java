package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;
import java.util.function.Supplier;

import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.internal.gate.skipped.RunWatch;

import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.DisposableBean;

/**
 * Puts the gate before leader-only methods.
 */
public final class LeaderOnlyAdvisor extends DefaultPointcutAdvisor implements DisposableBean {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the advisor.
	 * @param transactions supplies the transactions at the first call that needs one
	 * @param order the order among the advisors of a method
	 */
	public LeaderOnlyAdvisor(LeaderOnlyMethods methods, LeaderGate gate, GateStatistics statistics,
			Supplier<LeaderTransactions> transactions, RunWatch watch, int order) {
		super(new LeaderOnlyPointcut(methods),
				new LeaderOnlyInterceptor(methods, gate, statistics, transactions, watch));
		setOrder(order);
	}

	/** Discards calls that wait for leadership, when the application ends. */
	@Override
	public void destroy() {
		((LeaderOnlyInterceptor) getAdvice()).close();
	}

	private static final class LeaderOnlyPointcut extends StaticMethodMatcherPointcut {

		private final LeaderOnlyMethods methods;

		private LeaderOnlyPointcut(LeaderOnlyMethods methods) {
			this.methods = methods;
			setClassFilter(methods::hasAny);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return this.methods.find(method, targetClass) != null;
		}

	}

}
