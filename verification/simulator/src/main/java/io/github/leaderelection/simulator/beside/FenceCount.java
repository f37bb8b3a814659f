package io.github.leaderelection.simulator.beside;

/**
 * What happens where former leaders are fenced.
 */
public enum FenceCount {

	GRANTED, FENCED, CONFIRMED, REFUSED, UNKNOWN, LATE, HUNG, OPERATOR

}
