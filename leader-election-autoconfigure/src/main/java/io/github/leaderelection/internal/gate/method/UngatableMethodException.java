package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;

/**
 * Thrown for a leader-only method that would run on every node, or that has no result for
 * a follower.
 */
public class UngatableMethodException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	private final String remedy;

	/**
	 * Creates an exception.
	 * @param problem the problem, as a continuation of the method's name
	 * @param remedy the remedy, as a sentence without its full stop
	 */
	UngatableMethodException(Method method, String problem, String remedy) {
		super("The @LeaderOnly method " + name(method) + " " + problem + ". " + remedy + ".");
		this.problem = "The @LeaderOnly method " + name(method) + " " + problem + ".";
		this.remedy = remedy + ".";
	}

	static String name(Method method) {
		return method.getDeclaringClass().getName() + "." + method.getName() + "()";
	}

	/**
	 * The problem, as a sentence that names the method.
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * The remedy, as a sentence.
	 */
	public String remedy() {
		return this.remedy;
	}

}
