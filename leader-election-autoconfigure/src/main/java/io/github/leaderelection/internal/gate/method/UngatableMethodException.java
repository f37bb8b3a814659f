package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;

/**
 * A method that is for the leader alone and would run on every node, or that has no way
 * to answer on a follower.
 */
public class UngatableMethodException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	private final String remedy;

	/**
	 * Says what is wrong.
	 * @param method the method
	 * @param problem what is wrong with it, to follow its name
	 * @param remedy what to do, a sentence without its full stop
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
	 * What is wrong.
	 * @return a sentence that names the method
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * What to do.
	 * @return a sentence
	 */
	public String remedy() {
		return this.remedy;
	}

}
